// Checks the import directions, type imports included, against the table below, and that there are no cycles. Part of `npm run
// check`.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { ROOT } from '../prepare.mjs'
import { listedFiles } from './listed-files.ts'

/** Lists the folders that a file in `folder` may import in addition to its own. The longest matching folder decides. */
export type Direction = { folder: string; mayImport: string[]; message: string }

const SERVER_PARTS = ['languages', 'contract', 'server/src/deps.ts', 'server/src/platform']
// Lists the nouns that are paid for; a noun in it cannot import it without a cycle.
const PURPOSES = 'server/src/purposes.ts'
const LIMITS = 'server/src/limits.ts'
const WEB_PLATFORM = ['languages', 'contract', 'web/src/platform']

// A room of the server may import the rooms to its left. A noun with the name of its domain has its files in the domain's folder.
const SERVER_ROOMS =
  'people/audit office/settings people/consents people/users people/grievances people/auth people/push office/mails pets pets/care pets/community pets/lost pets/scans pets/found pets/tags pets/prints pets/camps payments/books payments/receipts payments complaints supporters/plans supporters/memberships office/imports supporters/donations payments/links office/reports payments/desk payments/settlements office/search people/privacy office/dashboard people/account site/api-docs site/legal site/pages'.split(
    ' ',
  )
const WEB_ROOMS =
  'site/home pets pets/care pets/found pets/lost pets/tags complaints supporters/plans supporters/memberships office/imports supporters/donations payments/receipts payments/links office/reports payments/desk payments/settlements payments/books office/dashboard office/search people/users office/mails site/legal people/privacy people/grievances people/audit people/consents office/settings'.split(
    ' ',
  )
const DIRECTIONS: Direction[] = [
  { folder: 'languages', mayImport: [], message: 'The texts of the product know neither side of it.' },
  {
    folder: 'contract',
    mayImport: ['languages'],
    message: 'The contract is what both sides agree on and imports neither.',
  },
  {
    folder: 'sandbox',
    mayImport: [],
    message: 'The sandbox stands for outside services: it speaks HTTP and SMTP and imports nothing.',
  },
  {
    folder: 'server/src',
    mayImport: ['languages', 'contract'],
    message: 'The server never imports the browser code, the sandbox or what tests and measures it.',
  },
  {
    folder: 'server/src/platform',
    mayImport: SERVER_PARTS,
    message: 'The platform knows no feature: let app.ts hand over what is needed.',
  },
  ...SERVER_ROOMS.map((name, position) => ({
    folder: `server/src/${name}`,
    mayImport: [
      ...SERVER_PARTS,
      PURPOSES,
      LIMITS,
      ...SERVER_ROOMS.slice(0, position).map((left) => `server/src/${left}`),
    ],
    message: `Rooms look only left (${SERVER_ROOMS.join(' · ')}): move the shared part to the room further left.`,
  })),
  ...['demo', 'backup'].map((name) => ({
    folder: `server/src/site/${name}`,
    mayImport: ['languages', 'contract', 'server/src'],
    message: 'The demo fills, and a back-up copies, all of the server.',
  })),
  {
    folder: 'web/src',
    mayImport: ['languages', 'contract'],
    message: 'The browser code never imports the server, the sandbox or what tests and measures it.',
  },
  {
    folder: 'web/src/platform/lib',
    mayImport: ['languages', 'contract'],
    message: 'lib knows neither ui nor a feature.',
  },
  {
    folder: 'web/src/platform/languages',
    mayImport: ['languages', 'contract'],
    message: 'The texts know nothing of what shows them.',
  },
  {
    folder: 'web/src/platform/ui',
    mayImport: ['languages', 'contract', 'web/src/platform/languages', 'web/src/platform/lib'],
    message: 'ui knows no feature and no product noun.',
  },
  {
    folder: 'web/src/platform/public-form',
    mayImport: [
      'languages',
      'contract',
      'web/src/platform/languages',
      'web/src/platform/lib',
      'web/src/platform/ui/form',
    ],
    message: 'The forms of the pages before sign-in know no feature and no component library.',
  },
  {
    folder: 'web/src/platform/lists',
    mayImport: WEB_PLATFORM,
    message: 'lists knows no feature: it is what the lists of admins share.',
  },
  {
    folder: 'web/src/platform/service-worker',
    mayImport: WEB_PLATFORM,
    message: 'The service worker knows no feature.',
  },
  {
    folder: 'web/src/shared',
    mayImport: WEB_PLATFORM,
    message: 'shared knows the nouns of the contract, but no feature.',
  },
  {
    folder: 'web/src/people/auth',
    mayImport: [...WEB_PLATFORM, 'web/src/entry-form.tsx'],
    message: 'auth knows no other feature.',
  },
  {
    folder: 'web/src/people/account',
    mayImport: [...WEB_PLATFORM, 'web/src/people/auth', 'web/src/shared'],
    message: 'account knows no feature but auth, whose password fields it shows, and what features share.',
  },
  {
    folder: 'web/src/payments/checkout',
    mayImport: [...WEB_PLATFORM, 'web/src/people/auth/session.ts', 'web/src/people/auth/ended-session.ts'],
    message: 'checkout knows no feature.',
  },
  ...WEB_ROOMS.map((name) => ({
    folder: `web/src/${name}`,
    mayImport: [
      ...WEB_PLATFORM,
      ...[
        'shared',
        'payments/checkout',
        'people/auth/session.ts',
        'people/auth/ended-session.ts',
        'people/auth/own-account.ts',
        'people/auth/use-own-draft.ts',
        'entry-public.tsx',
        'entry-form.tsx',
      ].map((name) => `web/src/${name}`),
    ],
    message:
      'Features do not import features: what they share goes to shared/ or platform/, or let the page in app/ join them.',
  })),
  {
    folder: 'web/src/app',
    mayImport: ['languages', 'contract', 'web/src'],
    message: 'The app joins the features of web/src.',
  },
  {
    folder: 'server/test',
    mayImport: ['languages', 'contract', 'server/src', 'sandbox', 'scripts'],
    message: 'The helpers of server tests know neither the browser code nor lab.',
  },
  {
    folder: 'web/test',
    mayImport: ['languages', 'contract', 'web/src'],
    message: 'The helpers of page tests stand in for the server and import nothing of it.',
  },
  {
    folder: 'scripts',
    mayImport: ['languages', 'contract', 'server/src'],
    message: 'Commands and checks start or read the program; what tests or measures it starts them.',
  },
  {
    folder: 'e2e',
    mayImport: ['languages', 'contract', 'server/test', 'web/test', 'sandbox', 'scripts'],
    message: 'A story sees the program from outside.',
  },
  {
    folder: 'lab',
    mayImport: ['languages', 'contract', 'server', 'e2e', 'scripts'],
    message: 'lab measures the server and its pages, and imports no code of the browser.',
  },
]

/** A file and the files of this repository that it imports, as paths from the root. */
export type Module = { file: string; imports: string[] }

/** The violations in these modules, one line each. */
export function importProblems(modules: Module[], directions: Direction[] = DIRECTIONS): string[] {
  return [...modules.flatMap((module) => wrongDirections(module, directions)), ...cycles(modules)]
}

/** Parses the imports of these files, given as paths from `root`. */
export function readModules(root: string, files: string[]): Module[] {
  return files.map((file) => ({ file, imports: importsOf(file, readFileSync(path.join(root, file), 'utf8')) }))
}

function wrongDirections({ file, imports }: Module, directions: Direction[]): string[] {
  const isTest = /\.test\.tsx?$/.test(file)
  const direction = directionOf(file, directions)
  if (!direction) return []
  const { folder, mayImport, message } = direction
  const own = packageOf(file)
  return imports.flatMap((target) => {
    // A test may build its data with any feature of its own package.
    if (isTest && (target.startsWith(`${own}/`) || target.startsWith('server/test/'))) return []
    if ([folder, ...mayImport].some((allowed) => isWithin(target, allowed))) {
      return isForeignRoute(file, target)
        ? [`${file} imports ${target}. Look at its queries or named rules, never at its routes.`]
        : []
    }
    return [`${file} imports ${target}. ${message}`]
  })
}

function isForeignRoute(file: string, target: string): boolean {
  return (
    file.startsWith('server/src/') &&
    target.endsWith('-routes.ts') &&
    path.dirname(file) !== path.dirname(target) &&
    path.dirname(file) !== 'server/src'
  )
}

function directionOf(file: string, directions: Direction[]): Direction | undefined {
  const named = directions
    .filter(({ folder }) => isWithin(file, folder))
    .sort((one, other) => other.folder.length - one.folder.length)[0]
  // Only the files beside the rooms have the rights of the whole; a folder without an entry of its own is no room.
  const isUnnamed = ['server/src', 'web/src'].includes(named?.folder ?? '') && path.dirname(file) !== named?.folder
  return isUnnamed ? { folder: file, mayImport: [], message: 'The table of rooms does not name its folder.' } : named
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`)
}

function packageOf(file: string): string {
  return file.split('/')[0] ?? ''
}

/** Each import cycle, reported once by its path. */
function cycles(modules: Module[]): string[] {
  const importsByFile = new Map(modules.map(({ file, imports }) => [file, imports]))
  const done = new Set<string>()
  const found: string[] = []
  function visit(file: string, way: string[]): void {
    const at = way.indexOf(file)
    if (at >= 0) found.push(`Import cycle: ${[...way.slice(at), file].join(' → ')}`)
    if (at >= 0 || done.has(file)) return
    for (const target of importsByFile.get(file) ?? []) visit(target, [...way, file])
    done.add(file)
  }
  for (const { file } of modules) visit(file, [])
  return found
}

function importsOf(file: string, source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamicImports.map(({ moduleRequest }) => source.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ]
  return [...new Set(requests.flatMap((request) => targetOf(file, request) ?? []))]
}

function targetOf(file: string, request: string): string | null {
  if (request.startsWith('.')) return path.posix.join(path.posix.dirname(file), request)
  const ours = /^@petsetu\/(\w+)\/(.+)$/.exec(request)
  return ours ? `${ours[1]}/src/${ours[2]}` : null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = listedFiles('*.ts', '*.tsx', '*.mjs')
  const problems = importProblems(readModules(ROOT, files))
  for (const problem of problems) console.error(problem)
  console.log(`${files.length} files, ${problems.length} imports that point the wrong way`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
