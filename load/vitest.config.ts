import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, '..'),
    include: ['load/*.load.ts'],
    globalSetup: 'load/database-server.ts',
    // One profile after the other: each is to have the machine for itself.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
