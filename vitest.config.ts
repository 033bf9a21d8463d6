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

const ALL = ['{languages,contract,server,web,sandbox,faults,cluster,scripts}/**/*.test.ts']

// These share processes: to load the server anew for each took a third of their work. Files that look at their own process, such as
// its memory or its connections, have one of their own.
const NOUNS =
  'account,care,complaints,consents,dashboard,desk,donations,found,imports,legal,lost,memberships,pets,plans,prints,receipts,reports,search,settings,settlements,tags,users'
const SHARING = ['{languages,contract,web}/**/*.test.ts', `server/src/{${NOUNS}}/**/*.test.ts`]

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
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALL, exclude: [...configDefaults.exclude, ...SHARING] } },
    ],
    globalSetup: 'server/test/database-server.ts',
    setupFiles: 'web/test/english-page.ts',
    // Each test file has a database of its own on one server. One more at once than cores, because some of them wait.
    maxWorkers: 3,
    sequence: { sequencer: LongOnesFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Work a job does is waited for as long as a busy machine needs.
    expect: { poll: { timeout: 20_000 } },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
