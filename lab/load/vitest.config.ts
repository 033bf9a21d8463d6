import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Sorted by name, so that every run has the same order. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId))
  }
}

export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, '../..'),
    include: ['lab/load/*.load.ts'],
    globalSetup: 'lab/load/database-server.ts',
    // One profile at a time: each needs the whole machine.
    fileParallelism: false,
    sequence: { sequencer: ByName },
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
})
