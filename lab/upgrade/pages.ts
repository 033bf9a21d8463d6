import { setTimeout as pause } from 'node:timers/promises'
import { paths } from '@petsetu/contract/paths.ts'
import { statusOf } from '../cluster/status-of.ts'

const PAGES = [paths.home.to({}), paths.login.to({}), paths.complaint.to({})]
const EVERY_MS = 400
const MS_MAX = 10_000
const ASSET = /(?:src|href)="(\/assets\/[^"]+)"/g

/** Opens pages as browsers do, and loads everything that they name, at whichever version. */
export type Pages = {
  /** The number of requests, and of those that failed, since this was asked last. */
  take: () => { requests: number; failed: number }
  close: () => Promise<void>
}

export function openPages(url: string, scanUrl: string): Pages {
  let [requests, failed, isOpen] = [0, 0, true]
  const load = async (address: string) => {
    requests++
    const status = await statusOf(address, MS_MAX)
    if (status !== 200) failed++
  }
  const open = async (address: string) => {
    requests++
    const reply = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null)
    const html = reply?.ok ? await reply.text().catch(() => null) : null
    if (html === null) failed++
    else await Promise.all([...html.matchAll(ASSET)].map(([, asset]) => load(url + asset)))
  }
  const loop = (async () => {
    for (let count = 0; isOpen; count++) {
      await open([scanUrl, ...PAGES.map((page) => url + page)][count % (PAGES.length + 1)] ?? scanUrl)
      await pause(EVERY_MS)
    }
  })()
  return {
    take() {
      const taken = { requests, failed }
      ;[requests, failed] = [0, 0]
      return taken
    },
    async close() {
      isOpen = false
      await loop
    },
  }
}
