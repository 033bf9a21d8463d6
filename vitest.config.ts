import { defineConfig } from 'vitest/config'
import { catalogues } from './web/catalogues.ts'

export default defineConfig({
  plugins: [catalogues],
  test: {
    include: ['{languages,contract,server,web,sandbox,faults,cluster,scripts}/**/*.test.ts'],
    globalSetup: 'server/test/database-server.ts',
    setupFiles: 'web/test/english-page.ts',
    // Each test file has a database of its own on one server; more at once than cores only makes them wait.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Work a job does is waited for as long as a busy machine needs.
    expect: { poll: { timeout: 20_000 } },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
