import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Does this at the end of the test that calls it, or of the file if no test is running. A server that outlives its test holds
 * connections, for which the end of the database waits.
 */
export function atEnd(work: () => unknown): void {
  // Vitest ignores `afterAll` within a test.
  const atItsEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  atItsEnd(async () => void (await work()))
}
