import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { catalogues } from './web/catalogues.ts'

// The files that take longest, most of that waiting. They start first: one of them alone at the end would leave a core idle.
const LONG = [
  'cluster/short-form',
  'faults/src/short-form',
  'scripts/start',
  'server/src/payments/provider/provider-down',
  'server/test/access-fields',
  'faults/src/process/process-stages',
  'server/src/backup/backup',
  'server/src/payments/reconcile/reconcile',
  'server/src/db/frozen-database',
  'server/src/http/lifecycle/rolling-restart',
]

// Most files share processes: to load the server anew for each took half of their work. Tests that start programs of their own gain
// nothing by it, and files that count what their own process holds, such as its open files, need one of their own.
const STARTING = ['{faults,cluster,scripts}/**/*.test.ts', 'server/test/**/*.test.ts', 'server/src/*.test.ts']
const COUNTING = ['db/embedded-postgres', 'http/limits/slow-clients', 'privacy/zip-person'].map(
  (name) => `server/src/${name}.test.ts`,
)
const ALONE = [...STARTING, ...COUNTING]
const SHARING = ['{languages,contract,server,web,sandbox}/**/*.test.ts']

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  plugins: [catalogues],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: SHARING,
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
    globalSetup: 'server/test/database-server.ts',
    setupFiles: 'web/test/english-page.ts',
    // Each test file has a database of its own on one server. One more at once than cores, because some of them wait.
    maxWorkers: 3,
    sequence: { sequencer: LongOnesFirst },
    // A busy machine may need many times what a quiet one does.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
