import { gzipSync } from 'node:zlib'
import { petIdOf } from '../data/ids.ts'
import { below, type Row } from '../row.ts'
import { startServer, withRunning } from '../server.ts'
import { filesOf, gzippedSize } from '../weights.ts'

const PAGES = { '/': 'src/home/home-entry.tsx', [`/pet-detail/${petIdOf(1)}`]: 'src/pets/public/pet-detail-entry.tsx' }

/** Row 8: the weight of the two public pages. */
export const publicWeight: Row = async ({ databases: { small } }) =>
  withRunning([() => startServer(small)], async ({ port }) => {
    const lines = await Promise.all(
      Object.entries(PAGES).map(async ([path, entry]) => {
        const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
        const scripts = filesOf(entry, { lazy: true }).filter((file) => file.endsWith('.js'))
        const name = path.startsWith('/pet') ? 'pet page' : path
        return [
          below(0, { path: `${name}: scripts before the text`, unit: '', value: blockingScripts(html) }),
          below(85, { path: '  script in all, gzip', unit: 'kB', value: gzippedSize(scripts) / 1e3 }),
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
