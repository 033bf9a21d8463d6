import { setTimeout as pause } from 'node:timers/promises'
import { paths } from '@petsetu/contract/paths.ts'
import { fetchOnce } from '../../server/test/fetch-once.ts'

const PAGES = [paths.home.to({}), paths.login.to({}), paths.complaint.to({})]
const EVERY_MS = 400
const MS_MAX = 10_000
const ASSET = /(?:src|href)="(\/assets\/[^"]+)"/g

/** Opens pages as browsers do, and loads everything that they name, at whichever version. */
export type Pages = {
  /** The number of requests, and a sentence on each that failed, since this was asked last. */
  take: () => { requests: number; failures: string[] }
  close: () => Promise<void>
}

export function openPages(url: string, scanUrl: string): Pages {
  let [requests, failures, isOpen] = [0, [] as string[], true]
  /** Like a browser, asks once more where a kept connection was closed just as it was used again. */
  const load = async (address: string, accept = '*/*'): Promise<string> => {
    requests++
    try {
      const reply = await fetchOnce(address, { headers: { accept }, signal: AbortSignal.timeout(MS_MAX) })
      const text = await reply.text()
      if (reply.status !== 200) failures.push(`${reply.status} for ${address}`)
      return text
    } catch (error) {
      failures.push(`no answer for ${address} (${(error as Error).cause ?? error})`)
      return ''
    }
  }
  const open = async (address: string) => {
    const html = await load(address, 'text/html')
    await Promise.all([...html.matchAll(ASSET)].map(([, asset]) => load(url + asset)))
  }
  const loop = (async () => {
    for (let count = 0; isOpen; count++) {
      await open([scanUrl, ...PAGES.map((page) => url + page)][count % (PAGES.length + 1)] ?? scanUrl)
      await pause(EVERY_MS)
    }
  })()
  return {
    take() {
      const taken = { requests, failures }
      ;[requests, failures] = [0, []]
      return taken
    },
    async close() {
      isOpen = false
      await loop
    },
  }
}
