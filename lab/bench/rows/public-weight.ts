import { gzipSync } from 'node:zlib'
import { RENDERED_ENTRIES } from '@petsetu/contract/site/rendered-entries.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { petIdOf } from '../data/ids.ts'
import { below, type Row } from '../row.ts'
import { startServer, withRunning } from '../server.ts'
import { filesOf, gzippedSize, textsOf } from '../weights.ts'

const PAGES = [
  { path: '/', page: 'home' },
  { path: `/pet-detail/${petIdOf(1)}`, page: 'petDetail' },
] as const

/** Row 8: the weight of the two public pages. */
export const publicWeight: Row = async ({ databases: { small } }) =>
  withRunning([() => startServer(small)], async ({ port }) => {
    const lines = await Promise.all(
      PAGES.map(async ({ path, page }) => {
        const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
        const scripts = filesOf(RENDERED_ENTRIES[page], { lazy: true }).filter((file) => file.endsWith('.js'))
        const texts = LANGUAGES.map((language) => ({ language, size: gzippedSize([textsOf(page, language)]) }))
        const largest = Math.max(...texts.map(({ size }) => size))
        const name = path.startsWith('/pet') ? 'pet page' : path
        return [
          below(0, { path: `${name}: scripts before the text`, unit: '', value: blockingScripts(html) }),
          below(90, {
            path: '  script in all, with its texts, gzip',
            unit: 'kB',
            value: (gzippedSize(scripts) + largest) / 1e3,
          }),
          ...texts.map(({ language, size }) =>
            below(5, { path: `  its texts, ${language}, gzip`, unit: 'kB', value: size / 1e3 }),
          ),
          below(5, { path: '  critical CSS, in the page, gzip', unit: 'kB', value: criticalCss(html) / 1e3 }),
        ]
      }),
    )
    return lines.flat()
  })

/** Scripts that block parsing; a module waits until parsing has ended. */
function blockingScripts(html: string): number {
  const running = [...html.matchAll(/<script\b([^>]*)>/g)].filter(
    ([, attributes = '']) => !/type="application\/json"/.test(attributes),
  )
  return running.filter(([, attributes = '']) => !/type="module"|\bdefer\b|\basync\b/.test(attributes)).length
}

/** Compressed bytes; an external style sheet counts as infinite because it blocks rendering. */
function criticalCss(html: string): number {
  if (/<link\b[^>]*rel="stylesheet"/.test(html)) return Number.POSITIVE_INFINITY
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css)
  return gzipSync(styles.join('\n')).length
}
