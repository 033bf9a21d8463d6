import catalogues from 'catalogues:follow'
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
