import { petImportCalls } from '@petsetu/contract/office/imports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { breachCalls } from '@petsetu/contract/people/breaches.ts'
import { grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import type { Call, Reply } from '@petsetu/contract/platform/call.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { A_PET_FILE } from '../../test/examples.ts'
import type { FakeServer } from '../../test/fake-server.ts'
import { ADMIN, openPage } from '../../test/open-page.tsx'
import { shownCompletely } from '../../test/page-checks.ts'
import { SHELL_PAGES, sampleAddress, sampleOf, serverOfSamples } from '../../test/sample-replies.ts'

const ADMIN_PAGES = SHELL_PAGES.filter((name) => paths[name].area === 'admin')

/** A sample record of which some fields are changed. */
function recordOf<C extends Call>(call: C, fields: object): Reply<C> {
  const { data } = sampleOf(call) as { data: object }
  return succeed({ ...data, ...fields }) as Reply<C>
}

const CHECKED = { ...A_PET_FILE, state: 'checked' as const, columns: { petName: 0, petType: 1 } }
const NOW = '2026-01-05T09:00:00.000Z'
const UNTOLD = { due_at: NOW, told_at: null, is_late: true }
const IN_TIME = { due_at: '2999-01-05T09:00:00.000Z', told_at: null, is_late: false }
const GRIEVANCE = { acknowledged_at: null, answered_at: null, answer: null }

type State = [what: string, address: string, main: string, change: (server: FakeServer) => FakeServer]

// The samples show neither records with which something is still to be done, nor forms that a button opens.
const STATES: State[] = [
  [
    'a grievance that is not acknowledged',
    paths.grievance.to({ id: 1 }),
    'Mark as acknowledged',
    (server) => server.on(grievanceCalls.read, recordOf(grievanceCalls.read, GRIEVANCE)),
  ],
  [
    'a grievance that is not answered',
    paths.grievance.to({ id: 1 }),
    'Send the answer',
    (server) => server.on(grievanceCalls.read, recordOf(grievanceCalls.read, { ...GRIEVANCE, acknowledged_at: NOW })),
  ],
  [
    'a breach whose letters are not sent',
    paths.breach.to({ id: 1 }),
    'Send the letters',
    (server) => server.on(breachCalls.read, recordOf(breachCalls.read, { letters_at: null, closed_at: null })),
  ],
  [
    'a breach of which an authority is not told',
    paths.breach.to({ id: 1 }),
    'Send to the authority',
    (server) =>
      server.on(breachCalls.read, recordOf(breachCalls.read, { team: IN_TIME, letters_at: null, closed_at: null })),
  ],
  [
    'a breach of which an authority is told too late',
    paths.breach.to({ id: 1 }),
    'Send to the authority',
    (server) =>
      server.on(breachCalls.read, recordOf(breachCalls.read, { team: UNTOLD, letters_at: null, closed_at: null })),
  ],
  [
    'an import with wrong rows',
    paths.importDetail.to({ area: 'pets', id: 7 }),
    'Send the corrected file',
    (server) => server.on(petImportCalls.read, succeed({ ...CHECKED, wrong_rows: 1 })),
  ],
  [
    'an import that can begin',
    paths.importDetail.to({ area: 'pets', id: 7 }),
    'Import 2 rows',
    (server) => server.on(petImportCalls.read, succeed({ ...CHECKED, new_rows: 2 })),
  ],
  [
    'a request that only has to be marked as done',
    paths.privacyCase.to({ id: 1 }),
    'Mark as done',
    (server) => server.on(privacyCalls.read, recordOf(privacyCalls.read, { kind: 'nominate', done_at: null })),
  ],
  ['a new camp', paths.adminCamps.to({}, { edit: 'new' }), 'Save', (server) => server],
  ['a new answer', paths.caseAnswers.to({}, { edit: 'new' }), 'Save', (server) => server],
]

/** The value of a token as the browser writes colours. */
function colourOf(token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(--${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The visible buttons whose styles match, without those of dialogs and of the preview of another page. */
function buttonsWhere(matches: (style: CSSStyleDeclaration) => boolean): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(button, a, summary)')]
    .filter((one) => !one.closest('dialog, aside') && one.checkVisibility() && matches(getComputedStyle(one)))
    .map(({ textContent }) => textContent)
}

function filledButtons(): string[] {
  // The second of each is that of a button below the mouse, which another test may have left there.
  const colours = ['brand', 'brand-strong', 'heart', 'heart-strong'].map(colourOf)
  return buttonsWhere(({ backgroundColor }) => colours.includes(backgroundColor))
}

function redButtons(): string[] {
  const heart = colourOf('heart')
  return buttonsWhere(({ color }) => color === heart)
}

/** The mouse may be where another test has left it, and a button below it may be red. */
function movePointerAway(): Promise<void> {
  return page.getByRole('heading').first().hover()
}

for (const name of ADMIN_PAGES) {
  // APP-14
  test(`${name} has at most one filled button, and no red one`, async () => {
    await openPage(sampleAddress(name), { as: ADMIN, server: serverOfSamples() })
    await shownCompletely()
    await movePointerAway()
    expect(filledButtons().slice(1)).toEqual([])
    expect(redButtons()).toEqual([])
  })
}

for (const [what, address, main, change] of STATES) {
  // APP-14
  test(`${what} has one filled button, and no red one`, async () => {
    await openPage(address, { as: ADMIN, server: change(serverOfSamples()) })
    await expect.element(page.getByRole('main').getByText(main, { exact: true }).first()).toBeVisible()
    await shownCompletely()
    await movePointerAway()
    expect(filledButtons()).toEqual([main])
    expect(redButtons()).toEqual([])
  })
}
