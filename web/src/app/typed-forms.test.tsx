import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { OWN_ACCOUNT, serverOfAccount } from '../../test/account-server.ts'
import { COMPLAINT } from '../../test/examples.ts'
import { keptTexts } from '../../test/kept-texts.ts'
import { ADMIN, closePage, OWNER, openPage } from '../../test/open-page.tsx'
import { sampleOf } from '../../test/sample-replies.ts'

const TYPED = 'Typed before the session ended'

const THREAD = { ...sampleOf(foundCalls.read).data, closed_at: null, abuse_reported_at: null }

const server = () =>
  serverOfAccount(OWN_ACCOUNT)
    .on(foundCalls.read, ({ params }) => succeed({ ...THREAD, id: Number(params.id) }))
    .on(complaintCalls.read, succeed({ ...COMPLAINT, is_name_withheld: true }))

type Form = [name: string, as: SessionUser | undefined, address: string, field: Locator, opened?: Locator[]]

const FORMS: Form[] = [
  ['an answer to a finder', OWNER, '/user/found/1', page.getByLabelText('Your answer')],
  [
    'a report of abuse',
    OWNER,
    '/user/found/1',
    page.getByLabelText('What is wrong?'),
    [page.getByText('More', { exact: true }), page.getByRole('button', { name: 'Report abuse' })],
  ],
  ['a new e-mail address', OWNER, '/account#email', page.getByLabelText('New email address')],
  [
    'a phone number',
    OWNER,
    '/account#phone',
    page.getByRole('region', { name: 'Phone' }).getByLabelText('Phone number'),
  ],
  ['a question about data', OWNER, '/account#privacy-requests', page.getByLabelText('Note (optional)')],
  ['the settings', ADMIN, '/admin/settings', page.getByLabelText('Legal name')],
  [
    'the reason to reveal a name',
    ADMIN,
    `/admin/complaints/${COMPLAINT.id}`,
    page.getByLabelText('Reason to see the name'),
  ],
  ['cash handed over', ADMIN, '/admin/desk', page.getByLabelText('To whom, or from whom')],
  ['a registration of an account', undefined, '/register', page.getByLabelText('Username')],
]

// APP-4, APP-12
test.each(FORMS)('what was typed is back after a new login: %s', async (_, as, address, field, opened = []) => {
  const opening = () => openPage(address, { ...(as && { as }), server: server() })
  await opening()
  for (const part of opened) await part.click()
  await field.fill(TYPED)
  await expect.poll(keptTexts).toContain(TYPED)
  await closePage()
  await opening()
  await expect.element(field).toHaveValue(TYPED)
})
