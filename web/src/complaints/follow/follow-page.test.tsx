import catalogues from 'catalogues:follow'
import type { FollowedCase } from '@petsetu/contract/complaints/follow.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { showAlone } from '../../../test/show-alone.tsx'
import { FollowPage } from './follow-page.tsx'

const CLAIM = { reference: 'PS-2026-00042-K', email: 'asha@example.org' }

// CASE-2
test('somebody who has lost the reference reads where it is, and whom to ask', async () => {
  const view = { kind: 'track', reference: '', email: '', problem: null, fields: {} } as const
  await showAlone(<FollowPage view={view} />, catalogues)
  await expect.element(page.getByText(/^It is on the receipt, in our emails and, with an account/)).toBeVisible()
  const ask = page.getByRole('link', { name: 'Lost your reference? Ask us' })
  await expect.element(ask).toHaveAttribute('href', '/contact')
})

// CASE-2, CASE-6
test('a case that somebody works on says so, also while its fee is not paid', async () => {
  const found: FollowedCase = {
    id: 42,
    reference: 'PS-2026-00042-K',
    type_of_complaint: 'Cruelty',
    location_of_incident: 'Pune',
    status: 'in_progress',
    merged_into: null,
    due_on: '2026-12-05',
    is_overdue: false,
    events: [],
    is_payable: true,
    reopen: 'open',
  }
  const view = { kind: 'case', token: 't', found, typed: '', isFileKnown: false, problem: null, fields: {} } as const
  await showAlone(<FollowPage view={view} />, catalogues)
  await expect.element(page.getByRole('link', { name: 'Pay it now' })).toBeVisible()
  await expect.element(page.getByText(/^We are looking into it and aim to act by/)).toBeVisible()
})

// CASE-2
test('a second tap does not send the code of a complaint again', async () => {
  const sent: boolean[] = []
  const look = (event: Event) => {
    sent.push(!event.defaultPrevented)
    event.preventDefault()
  }
  document.addEventListener('submit', look)
  onTestFinished(() => document.removeEventListener('submit', look))
  await showAlone(<FollowPage view={{ kind: 'code', ...CLAIM, problem: null, fields: {} }} />, catalogues)
  await page.getByLabelText('Code').fill('1234 5678')
  const open = page.getByRole('button', { name: 'Open the complaint' })
  await open.click()
  await open.click()
  expect(sent).toEqual([true, false])
})
