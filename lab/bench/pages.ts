// `npm run bench:pages`: measures every page before sign-in with Lighthouse, as its simulated phone sees it, on the built program with the
// demo's data. `-- --only login,donate` measures some pages, `-- --rounds 3` gives the median of three runs of each. Exits with 1 if a page
// misses accessibility, best practices, SEO or the size of its script; a shared machine is too noisy to fail by the others.
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { paths } from '@petsetu/contract/paths.ts'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { type DemoPage, EVERY_PAGE, findDemo } from '../../e2e/helpers/every-page.ts'
import { startProgram } from '../../e2e/helpers/start-program.ts'
import { headlessShellPath } from '../../scripts/chromium.mjs'
import { freePort } from '../../server/test/free-port.ts'
import { median } from './rounds.ts'

type Figure = {
  head: string
  /** The category or audit of Lighthouse that says it. */
  id: string
  /** The least for a score, in percent; the most for milliseconds and kB. */
  goal: (page: DemoPage) => number
}

const SCORES: Figure[] = [
  { head: 'performance', id: 'performance', goal: () => 95 },
  { head: 'accessibility', id: 'accessibility', goal: () => 100 },
  { head: 'best practices', id: 'best-practices', goal: () => 100 },
  { head: 'SEO', id: 'seo', goal: () => 90 },
]
const LIMITS: Figure[] = [
  { head: 'largest paint, ms', id: 'largest-contentful-paint', goal: () => 2_000 },
  { head: 'blocking, ms', id: 'total-blocking-time', goal: () => 200 },
  { head: 'script, kB', id: 'script', goal: ({ page }) => (paths[page].pays ? 120 : 90) },
]
const FIGURES = [...SCORES, ...LIMITS]
// Other work on the machine changes these.
const NOISY = ['performance', 'largest paint, ms', 'blocking, ms']

/** A figure for each of `FIGURES`; null for the SEO of a page that search engines are told to leave out. */
type Measured = (number | null)[]

const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string', default: '1' } } })
const only = values.only?.split(',')
const pages = EVERY_PAGE.filter(({ name, page }) => paths[page].area === 'public' && (!only || only.includes(name)))

const port = await freePort()
const browser = await chromium.launch({
  // A whole Chromium loads the pages of its own window in these seconds, half a second of script that competes with the measured page.
  executablePath: headlessShellPath() ?? '',
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
})
const program = await startProgram(true)
try {
  const demo = await findDemo(program.site)
  // The browser's first load also starts its helpers and reads the fonts.
  await measure(program.site.url)
  const rows: string[][] = []
  for (const page of pages) {
    const url = program.site.url + page.address(demo)
    // Lighthouse refuses a page that answers 404 or 410, which looks like its neighbours.
    if (!(await fetch(url)).ok) continue
    const rounds: Measured[] = []
    while (rounds.length < Number(values.rounds)) rounds.push(await measure(url))
    rows.push(rowOf(page, medians(rounds)))
    console.error(rows.at(-1)?.join('  '))
  }
  const heads = ['page', ...FIGURES.map(({ head }) => head), 'missed']
  console.log(`Pages before sign-in, on Lighthouse’s simulated phone, median of ${values.rounds}:\n`)
  for (const row of [heads, heads.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`)
  console.log(`\n${rows.filter((row) => row.at(-1) === '').length} of ${rows.length} pages reach every goal.`)
  const missed = rows.flatMap((row) => row.at(-1)?.split('; ').filter(Boolean) ?? [])
  if (missed.some((head) => !NOISY.includes(head))) process.exitCode = 1
} finally {
  await program.stop()
  await browser.close()
}

async function measure(url: string): Promise<Measured> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: SCORES.map(({ id }) => id) })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`)
  const scripts = await scriptsOf(audits['network-requests']?.details)
  const isForSearch = audits['is-crawlable']?.score === 1
  return FIGURES.map(({ id }) => {
    if (id === 'seo' && !isForSearch) return null
    if (id === 'script') return scripts
    const score = categories[id]?.score
    return typeof score === 'number' ? Math.round(score * 100) : (audits[id]?.numericValue ?? Number.NaN)
  })
}

/** All scripts that a page loads by itself, its texts included, in kB of gzip. */
async function scriptsOf(details: unknown): Promise<number> {
  const { items } = details as { items: { resourceType: string; url: string }[] }
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script')
  const sizes = scripts.map(async ({ url }) => gzipSync(await (await fetch(url)).text(), { level: 9 }).length)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1e3
}

function medians(rounds: Measured[]): Measured {
  return FIGURES.map((_, at) => {
    const samples = rounds.flatMap((round) => round[at] ?? [])
    return samples.length > 0 ? median(samples) : null
  })
}

function rowOf(page: DemoPage, measured: Measured): string[] {
  const missed = FIGURES.filter((figure, at) => {
    const value = measured[at] ?? null
    if (value === null) return false
    return SCORES.includes(figure) ? value < figure.goal(page) : value > figure.goal(page)
  })
  return [
    page.name,
    ...measured.map((value) => (value === null ? 'kept out' : value.toFixed(0))),
    missed.map(({ head }) => head).join('; '),
  ]
}
