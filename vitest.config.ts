import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumPath, headlessShellPath } from './scripts/chromium.mjs'
import { catalogues } from './web/catalogues.ts'
import { commonPasswords } from './web/common-passwords.ts'

// They start programs of their own, or wait because slowness is their subject: part of `npm run test:all` only.
const PROGRAMS = '**/*.programs.test.ts'

// The longest of all files. They start first: one of them alone at the end would leave a core idle.
const LONG = [
  'lab/cluster/short-form',
  'lab/container/image',
  'lab/faults/src/short-form',
  'lab/faults/src/planted/short-form',
  'server/test/access-fields',
  'server/test/broken-input',
]

// Files share processes, because to load the server anew for each took half of their work.
const SHARING = ['{languages,contract,server,web,sandbox,scripts,lab/faults,lab/upgrade}/**/*.test.ts']

// `npm test` shows pages with React as people load it, which takes a fifth less. Its development build, which warns of more, is used otherwise.
const IN_PRODUCTION = { 'process.env.NODE_ENV': "'production'" }
const REACT_BUILD =
  process.env.REACT_BUILD === 'production'
    ? {
        define: IN_PRODUCTION,
        optimizeDeps: { rolldownOptions: { transform: { define: IN_PRODUCTION } } },
        oxc: { jsx: { development: false } },
      }
    : {}

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.includes(`/${name}.`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// Tests in Node. Those of the server have a database each on one PostgreSQL server.
const IN_NODE = {
  globalSetup: 'server/test/database-server.ts',
  setupFiles: ['web/test/english-page.ts', 'server/test/cheap-hashes.ts'],
}

export default defineConfig({
  plugins: [catalogues],
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...IN_NODE,
          name: 'sharing',
          include: SHARING,
          exclude: [...configDefaults.exclude, PROGRAMS],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...IN_NODE,
          name: 'programs',
          include: [PROGRAMS],
          // More at once than cores, because they wait for their programs.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        plugins: [react(), commonPasswords],
        ...REACT_BUILD,
        test: {
          name: 'pages',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/test/without-tools.ts'],
          // Three pages of the browser stay open for all of them: with one for each core, the cores rest an eighth of the time.
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                executablePath: headlessShellPath() ?? chromiumPath() ?? '/usr/bin/chromium',
                chromiumSandbox: process.getuid?.() !== 0,
              },
              contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
    // Each loads the server, and PostgreSQL works for it meanwhile. A third one uses the time in which the others wait.
    maxWorkers: 3,
    sequence: { sequencer: LongOnesFirst },
    // A machine that is shared is sometimes three times slower than usual.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // The built renderer is loaded once for each process, and not anew at each start of the server.
    server: { deps: { external: [/\/dist\/ssr\//] } },
  },
})
