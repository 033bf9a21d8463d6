// Counts for `npm test`: everything that did not pass has failed, including skipped and flaky tests, and tests that never ran
// because the runner crashed.
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * A runner's own count, with how it ended. One that ends badly without a failed test, or without any test, counts as one failure.
 * @param {number} exitCode
 * @param {Count | null} counted null where the runner left no results
 * @returns {Count}
 */
export function suiteCount(exitCode, counted) {
  const { passed, failed } = counted ?? { passed: 0, failed: 0 }
  const hasEndedWell = exitCode === 0 && passed > 0
  return { passed, failed: failed === 0 && !hasEndedWell ? 1 : failed }
}

/**
 * @param {{ numPassedTests: number, numTotalTests: number }} results as Vitest writes them
 * @returns {Count}
 */
export function unitCount({ numPassedTests, numTotalTests }) {
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} results as Playwright writes them
 * @returns {Count}
 */
export function browserCount({ stats: { expected, unexpected, flaky, skipped } }) {
  return { passed: expected, failed: unexpected + flaky + skipped }
}

/**
 * @typedef {{ name: string, message: string, assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }} UnitFile
 * @param {{ testResults: UnitFile[] }} results as Vitest writes them
 * @returns {string[]} one line for each test that did not pass, and for each file that could not be run
 */
export function unitFailures({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${summary(message)}`] : []),
    ...assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, status, failureMessages: [first = status] }) => `${name}: ${fullName}: ${summary(first)}`),
  ])
}

/**
 * @typedef {{ title: string, file: string, ok: boolean, tests: { status: string, results: BrowserResult[] }[] }} Spec
 * @typedef {{ name: string, body?: string }} Attachment with its content in Base64
 * @typedef {{ error?: { message?: string }, errorLocation?: { line: number }, attachments?: Attachment[] }} BrowserResult
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[] }} results as Playwright writes them
 * @returns {string[]} one line for each test that did not pass at its first try, with the place where it failed and what its pages showed then
 */
export function browserFailures({ suites }) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
      .map(({ title, file, tests }) => {
        const failed = tests.flatMap(({ results }) => results).find(({ error }) => error?.message)
        const place = failed?.errorLocation ? `${file}:${failed.errorLocation.line}` : file
        return `${place}: ${title}: ${summary(failed?.error?.message ?? 'skipped')}${shownBy(failed)}`
      }),
    ...browserFailures({ suites: inner }),
  ])
}

/** The attachment of a failed story that says what its pages showed. */
export const WHEN_IT_FAILED = 'what the pages showed when it failed'

/** @param {BrowserResult | undefined} result */
function shownBy(result) {
  const shown = result?.attachments?.find(({ name }) => name === WHEN_IT_FAILED)?.body
  return shown ? ` | ${summary(Buffer.from(shown, 'base64').toString())}` : ''
}

const SUMMARY_CHARACTERS = 1_200

/**
 * A message of a runner as one line without colours, because the tail of a log may be all that is left of a run.
 * @param {string} message
 */
function summary(message) {
  return stripVTControlCharacters(message)
    .split(/\s*\n\s*/)
    .join(' | ')
    .slice(0, SUMMARY_CHARACTERS)
}

/**
 * @param {Count[]} counts
 * @returns {{ closingLine: string, exitCode: number }}
 */
export function verdict(counts) {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  return { closingLine: `${passed} passed, ${failed} failed`, exitCode: failed > 0 || passed === 0 ? 1 : 0 }
}
