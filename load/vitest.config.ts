import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In the order of their names, so that each run puts the machine through the same. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId))
  }
}

export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, '..'),
    include: ['load/*.load.ts'],
    globalSetup: 'load/database-server.ts',
    // One profile after the other: each is to have the machine for itself.
    fileParallelism: false,
    sequence: { sequencer: ByName },
    testTimeout: 240_000,
    hookTimeout: 60_000,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
