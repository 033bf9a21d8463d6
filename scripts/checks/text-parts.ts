// Which part of the catalogue a source file may use: a page is sent with the parts that it loads and with no other.
import { RENDERED_ENTRIES, RENDERED_NAMES } from '../../contract/src/site/rendered-entries.ts'
import { BUNDLES, type Bundle } from '../../languages/src/catalogues.ts'
import type { Module } from './import-directions.ts'

const partsOfBundle = (name: Bundle) => [...new Set(BUNDLES[name].map((piece) => piece.split('/')[0] ?? ''))]

// The pages that the server renders, each with the parts that it loads. What several of them import uses what all of them load.
const ENTRIES: [entry: string, parts: string[]][] = [
  ...RENDERED_NAMES.map((name): [string, string[]] => [`web/${RENDERED_ENTRIES[name]}`, partsOfBundle(name)]),
  ['web/src/app/first-load.tsx', ['frame', 'rendered', 'shared']],
]
const RENDERER = ['web/src/entry-server.tsx', 'web/src/page-head.ts', 'web/src/platform/public-form/late-script.tsx']
// Only the admin area shows this code's texts.
const ADMIN_CODE =
  /^web\/src\/(\w+\/admin|\w+\/\w+\/admin|platform\/lists|shared\/(deadlines|pay-links)|people\/(audit|consents|users)|pets\/tags|payments\/(books|desk|settlements)|supporters\/plans|office\/(dashboard|imports|reports|search|settings))\/|^web\/src\/(app\/admin-layout|shared\/(payments\/(admin-payment|desk-modes)|privacy\/agreed-field|contact-buttons|record-name))\./

// The words for stored values, which the pages of the app, or of the admin area alone, share with the CSV files.
const APP_LABELS =
  /^contract\/src\/(complaints\/(complaint-facts|complaint-statuses|case-outcomes)|supporters\/membership-facts)\./
const ADMIN_LABELS =
  /^contract\/src\/(people\/(audit|breaches|consents|duty-labels)|complaints\/cases|payments\/payments|platform\/purposes|office\/(imports|mails)|pets\/tags)\./

// The member's card loads its words itself.
const CARD_CODE = /^web\/src\/shared\/member-card\//

// The pages of camps have a catalogue of their own, and share the words for kinds of work with the report.
const CAMP_CODE = /^web\/src\/pets\/camps\//
const CAMP_LABELS = /^contract\/src\/pets\/camps\/camp-kinds\./

const APP_PARTS = partsOfBundle('app')

type Source = { file: string; source: string }

/** The ids in source files that the page of this file does not load, one line each. */
export function wrongParts(modules: Module[], sources: Source[], partOf: Map<string, string>): string[] {
  const reached = ENTRIES.map(([entry, parts]) => ({ files: reachableFrom(entry, modules), parts }))
  return sources.flatMap(({ file, source }) => {
    const parts = partsOf(file, reached)
    const ids = new Set([...withoutComments(source).matchAll(/(['"`])([\w.-]+)\1/g)].map(([, , text = '']) => text))
    return [...ids].flatMap((id) => {
      const part = partOf.get(id)
      return part && !parts.includes(part) ? [`${file} uses ${id}, but its page does not load the part ${part}`] : []
    })
  })
}

function partsOf(file: string, reached: { files: Set<string>; parts: string[] }[]): string[] {
  if (file.startsWith('server/'))
    return ['server', 'shared', 'form', 'community', 'app', 'account', 'filing', 'rendered', 'admin', 'camps']
  if (CARD_CODE.test(file)) return ['app', 'shared']
  if (CAMP_LABELS.test(file)) return ['shared', 'camps']
  if (APP_LABELS.test(file)) return ['app', 'filing']
  if (ADMIN_LABELS.test(file)) return ['app', 'shared', 'admin']
  // Only the page of the audit, in the admin area, imports it.
  if (file === 'contract/src/people/audit-fields.ts') return [...APP_PARTS, 'admin']
  if (file.startsWith('contract/')) return ['shared']
  // It loads the words for problems itself.
  if (file === 'web/src/platform/languages/page-text.ts') return ['shared']
  // The server stores the notices of every page.
  if (file === 'languages/src/notices.ts') return ['notices', 'account', 'app', 'server']
  if (RENDERER.includes(file)) return ENTRIES.flatMap(([, parts]) => parts)
  const [first, ...others] = reached.filter(({ files }) => files.has(file)).map(({ parts }) => parts)
  if (first) return first.filter((part) => others.every((parts) => parts.includes(part)))
  if (CAMP_CODE.test(file)) return [...APP_PARTS, 'camps']
  return ADMIN_CODE.test(file) ? [...APP_PARTS, 'admin'] : APP_PARTS
}

/** The files that an entry imports, directly or not, and itself. */
function reachableFrom(entry: string, modules: Module[]): Set<string> {
  const importsByFile = new Map(modules.map(({ file, imports }) => [file, imports]))
  const reached = new Set<string>()
  const queue = [entry]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    queue.push(...(importsByFile.get(file) ?? []))
  }
  return reached
}

function withoutComments(source: string): string {
  return source.replace(/\/\*.*?\*\//gs, '')
}
