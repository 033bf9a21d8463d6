import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { type Browser, chromium } from '@playwright/test'
import { headlessShellPath } from '../../../scripts/chromium.mjs'
import { aPhoto } from '../../../server/test/a-photo.ts'
import { petIdOf } from '../data/ids.ts'
import type { Running } from '../processes.ts'
import { AS_ADMIN } from '../request-time.ts'
import { alternate } from '../rounds.ts'
import { atMost, type Measured, type Row } from '../row.ts'
import { startReference, startServer, withRunning } from '../server.ts'

const PAGE = `/pet-detail/${petIdOf(1)}`
const PHOTOGRAPHED = petIdOf(2)
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const CPU_SLOWER = 4
// One page load differs from the next by a tenth even on a quiet machine, which five rounds do not even out. The headless shell has no
// window of its own, whose pages would be measured, too.
const ROUNDS = 9

type Paint = { fcp: number; lcp: number }

/** Row 9: when the pet page appears on a slow phone and network, compared with a static page of the same design and photo. */
export const firstPaint: Row = async ({ databases: { small } }) => {
  const browser = await chromium.launch({ executablePath: headlessShellPath() ?? '', args: ['--no-sandbox'] })
  try {
    return await withRunning([() => startServer(small)], async (server) => {
      const url = `http://127.0.0.1:${server.port}${PAGE}`
      return withRunning([() => startReference('rs-static-twin.ts', { PAGE: url })], async (rs) => {
        // The browser's first load also starts its helpers and reads the fonts.
        await paintOf(browser, `${url}?lang=hi`)
        const rounds = await alternate(
          {
            ours: () => paintOf(browser, url),
            reference: () => paintOf(browser, `http://127.0.0.1:${rs.port}${PAGE}`),
          },
          ROUNDS,
        )
        const hindi = await alternate(
          { ours: () => paintOf(browser, `${url}?lang=hi`), reference: () => paintOf(browser, `${url}?lang=en`) },
          ROUNDS,
        )
        const lcp = rounds.of((paint) => paint.lcp)
        const fcp = rounds.of((paint) => paint.fcp)
        return [
          atMost(1.25, { path: 'pet page, LCP', unit: 'ms', name: 'RS', ...lcp }),
          atMost(1.15, {
            path: '  its LCP',
            unit: 'ms',
            name: 'FCP',
            ours: lcp.ours,
            reference: fcp.ours,
            ratio: lcp.ours / fcp.ours,
          }),
          atMost(1.25, { path: '  in Hindi, LCP', unit: 'ms', name: 'English', ...hindi.of((paint) => paint.lcp) }),
          ...(await withPhoto(browser, server)),
        ]
      })
    })
  } finally {
    await browser.close()
  }
}

/** The page of a pet with a photo, at the first visit and at the second one by the same browser. */
async function withPhoto(browser: Browser, server: Running): Promise<Measured[]> {
  const origin = `http://127.0.0.1:${server.port}`
  await addPhoto(origin)
  const page = `/pet-detail/${PHOTOGRAPHED}`
  return withRunning([() => startReference('rs-static-twin.ts', { PAGE: origin + page })], async (rs) => {
    const lines: Measured[] = []
    for (const [path, visits] of [
      ['  with a photo, LCP', 1],
      ['  with a photo again, LCP', 2],
    ] as const) {
      const rounds = await alternate(
        {
          ours: () => paintOf(browser, origin + page, visits),
          reference: () => paintOf(browser, `http://127.0.0.1:${rs.port}${page}`, visits),
        },
        ROUNDS,
      )
      lines.push(atMost(1.25, { path, unit: 'ms', name: 'RS', ...rounds.of((paint) => paint.lcp) }))
    }
    return lines
  })
}

async function addPhoto(origin: string): Promise<void> {
  const body = new FormData()
  body.set('photo', new Blob([await aPhoto({ width: 1_600, height: 1_200, isNoise: true })]), 'dog.jpg')
  const path = photoCalls.add.path.replace('{id}', PHOTOGRAPHED)
  const reply = await fetch(origin + path, { method: 'POST', headers: AS_ADMIN, body })
  if (!reply.ok) throw new Error(`The photo was answered ${reply.status}`)
}

/** The paints of the last of so many visits by a new browser. */
async function paintOf(browser: Browser, url: string, visits = 1): Promise<Paint> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
  })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', SLOW_NETWORK)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
    for (let visit = 0; visit < visits; visit++) await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate(paints)
  } finally {
    await context.close()
  }
}

/** Runs in the browser. */
function paints(): Promise<Paint> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const lcp = list.getEntries().at(-1)?.startTime ?? Number.NaN
      const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
      resolve({ fcp, lcp })
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}
