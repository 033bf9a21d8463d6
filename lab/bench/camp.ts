// `npm run bench:camp`: a camp of 300 animals at a helper's phone with a slow processor, first without a connection, then sending it all.
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { ADMIN, type Site, startProgram } from '../../e2e/helpers/start-program.ts'
import { chromiumPath } from '../../scripts/chromium.mjs'
import { below, printTable } from './row.ts'

const ANIMALS = 300
const CPU_SLOWER = 4

const program = await startProgram(false)
try {
  await measure(program.site)
} finally {
  await program.stop()
}

async function measure(site: Site): Promise<void> {
  const user = await site.call<{ accessToken: string }>('POST', '/auth/signin', ADMIN)
  const { id, tags } = await aCamp(site, user.accessToken)
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
    await context.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user))
    const page = await context.newPage()
    await page.goto(`${site.url}/user/camps/${id}`)
    await page.getByText('All sent').waitFor({ timeout: 60_000 })
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })

    await context.setOffline(true)
    const shown = (await page.evaluate(work, tags)).sort((one, other) => one - other)
    await page.getByText(`${ANIMALS} not sent`).waitFor()
    const [busiest, kept] = [await heapOf(devTools), await heapAfterCleaning(devTools)]
    await context.setOffline(false)
    const seconds = await secondsToSend(page)

    const at = (share: number) => shown[Math.ceil(share * shown.length) - 1] ?? Number.NaN
    const lines = [
      below(300, { path: 'a tag entered, its buttons shown, p95', unit: 'ms', value: at(0.95) }),
      below(1_000, { path: '  the slowest of all', unit: 'ms', value: at(1) }),
      below(100, { path: 'heap of the page, everything unsent', unit: 'MB', value: busiest }),
      below(100, { path: '  after cleaning', unit: 'MB', value: kept }),
      below(60, { path: `${ANIMALS} works sent`, unit: 's', value: seconds }),
    ]
    console.log(`${ANIMALS} animals at a processor that is ${CPU_SLOWER} times slower:\n`)
    printTable(lines.map((line, row) => ({ ...line, row: row + 1 })))
  } finally {
    await browser.close()
  }
}

async function aCamp(site: Site, token: string): Promise<{ id: number; tags: string[] }> {
  const ward = 'Kothrud'
  const tags: string[] = []
  for (let index = 0; index < ANIMALS; index++) {
    const animal = { petName: `Kalu ${index}`, petType: 'Dog', petGender: 'male', earNotch: 'left' }
    const body = { ...animal, ward, landmark: 'Behind the vegetable market' }
    const { data } = await site.call<{ data: { petId: string } }>('POST', '/api/community', body, token)
    tags.push(data.petId)
  }
  const kinds = [{ kind: 'rabies', product: 'Raksharab', batch: 'RB-17' }, { kind: 'deworming' }, { kind: 'tag' }]
  const camp = { name: 'Rabies day', day: '2026-01-31', ward, place: 'Near the school', helpers: [], kinds }
  return { ...(await site.call<{ id: number }>('POST', '/api/admin/camps', camp, token)), tags }
}

/** Runs in the page: enters each tag, taps the first work, and returns how many milliseconds each tag took to show its buttons. */
async function work(tags: string[]): Promise<number[]> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const field = document.querySelector<HTMLInputElement>('main input')
  const workOf = () => document.querySelector<HTMLButtonElement>('section[aria-labelledby="camp-animal"] button')
  const times: number[] = []
  for (const [index, tag] of tags.entries()) {
    const startedAt = performance.now()
    setValue?.call(field, tag)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    const isShown = () => document.getElementById('camp-animal')?.textContent === `Kalu ${index}` && workOf()
    while (!isShown()) await frame()
    // The frame in which it is drawn has ended when the next one begins.
    await frame()
    times.push(performance.now() - startedAt)
    workOf()?.click()
    while (!workOf()?.disabled) await frame()
  }
  return times
}

async function heapOf(devTools: CDPSession): Promise<number> {
  await devTools.send('Performance.enable')
  const { metrics } = await devTools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6
}

async function heapAfterCleaning(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage')
  return heapOf(devTools)
}

async function secondsToSend(page: Page): Promise<number> {
  const startedAt = performance.now()
  await page.getByText('All sent').waitFor({ timeout: 300_000 })
  return (performance.now() - startedAt) / 1_000
}
