import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LIMITS } from '../../limits.ts'
import { AGE_DAYS_MAX, UNUSED_DAYS_MAX } from './session-queries.ts'
import { FIRST_PAUSE_SECONDS, FREE_FAILURES, PAUSE_SECONDS_MAX } from './signin-throttle.ts'

const security = await readFile(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
const [, text = ''] = security.split(/^## (?=Limits)|^## (?=Pages)/m)

/** The limit in the table of the docs for each name in the code. */
const written = Object.fromEntries(
  [...text.matchAll(/^\| .+ \| (.+) \| `(\w+)` \|$/gm)].map(([, limit, name]) => [name, limit]),
)

const PERIODS: Record<number, string> = { 60: 'a minute', 3600: 'an hour', 21600: 'in 6 hours', 86400: 'a day' }

// AUTH-12
test('the documented life of a session equals the one in the code', () => {
  expect(security).toContain(
    `expires after ${UNUSED_DAYS_MAX} days without use and ${AGE_DAYS_MAX} days after the sign-in`,
  )
})

// AUTH-13, V2.1.3, V2.4.1, V6.1.1
test('every documented limit equals the one in the code', () => {
  // These two form one rule, which the docs describe in a sentence.
  const { signinFailures, signinPauses, ...limits } = LIMITS
  const coded = Object.entries(limits).map(([name, { points, seconds }]) => [
    name,
    `${points} ${PERIODS[seconds] ?? `in ${seconds} seconds`}`,
  ])
  expect(written).toEqual(Object.fromEntries(coded))
  expect([signinFailures.seconds, signinPauses.seconds]).toEqual([86_400, PAUSE_SECONDS_MAX])
  expect(text).toContain(
    `${FREE_FAILURES} are free; then comes a pause that doubles from ${FIRST_PAUSE_SECONDS} seconds to ${PAUSE_SECONDS_MAX / 60} minutes`,
  )
})
