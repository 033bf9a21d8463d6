import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { breachCalls } from '@petsetu/contract/people/breaches.ts'
import { correctionCalls } from '@petsetu/contract/people/privacy.ts'
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
    .on(breachCalls.read, succeed({ ...sampleOf(breachCalls.read).data, closed_at: null, letters_at: null }))
    .on(correctionCalls.read, succeed({ ...sampleOf(correctionCalls.read).data, is_erased: false }))

type Form = [
  name: string,
  as: SessionUser | undefined,
  address: string,
  field: Locator,
  /** Pressed before the form is there. */
  opened?: Locator[],
  /** The form is closed on a new page, until somebody opens it. */
  isClosedAgain?: boolean,
]

const FORMS: Form[] = [
  ['an answer to a finder', OWNER, '/user/found/1', page.getByLabelText('Your answer')],
  [
    'a report of abuse',
    OWNER,
    '/user/found/1',
    page.getByLabelText('What is wrong?'),
    [page.getByLabelText(/^More for /), page.getByRole('button', { name: 'Report abuse' })],
  ],
  ['a new e-mail address', OWNER, '/account#email', page.getByLabelText('New email address')],
  [
    'a phone number',
    OWNER,
    '/account#phone',
    page.getByRole('region', { name: 'Phone' }).getByLabelText('Phone number'),
  ],
  ['a question about data', OWNER, '/account#privacy-requests', page.getByLabelText('Note')],
  ['the settings', ADMIN, '/admin/settings', page.getByLabelText('Legal name')],
  [
    'the reason to reveal a name',
    ADMIN,
    `/admin/complaints/${COMPLAINT.id}`,
    page.getByLabelText('Reason to see the name'),
  ],
  ['the facts of a breach', ADMIN, '/admin/breaches/3', page.getByLabelText('What happened')],
  ['a letter to people about a breach', ADMIN, '/admin/breaches/3', page.getByLabelText('Letter (English)')],
  ['a letter to an authority', ADMIN, '/admin/breaches/3', page.getByLabelText('Letter to the authority')],
  ['a correction', ADMIN, '/admin/privacy/correct/donation/9', page.getByLabelText(/^Reason/)],
  ['the phone number of an account', ADMIN, '/admin/users/8', page.getByLabelText('Phone number')],
  [
    'the reason of a hold',
    ADMIN,
    `/admin/complaints/${COMPLAINT.id}`,
    page.getByLabelText('Reason, for the audit'),
    [page.getByText('Keep as evidence')],
  ],
  [
    'the number of the same complaint',
    ADMIN,
    `/admin/complaints/${COMPLAINT.id}`,
    page.getByLabelText('This complaint repeats'),
    [page.getByText('Duplicates')],
  ],
  [
    'the fee of a pay link',
    ADMIN,
    `/admin/complaints/${COMPLAINT.id}`,
    page.getByLabelText('Filing fee for the link (₹)'),
  ],
  ['the batch of new tags', ADMIN, '/generate-qr', page.getByLabelText('Batch name')],
  [
    'the certificate of a donor',
    ADMIN,
    '/admin/financial-years?year=2025',
    page.getByLabelText('Certificate number'),
    [page.getByRole('button', { name: /^Enter certificate/ }).first()],
    true,
  ],
  // The draft opens the form again.
  [
    'cash handed over',
    ADMIN,
    '/admin/desk',
    page.getByLabelText('To whom, or from whom'),
    [page.getByRole('button', { name: 'Hand over or receive cash' })],
  ],
  ['a registration of an account', undefined, '/register', page.getByLabelText('Username')],
]

// APP-4, APP-12
test.each(FORMS)(
  'what was typed is back after a new login: %s',
  async (_, as, address, field, opened = [], isClosedAgain = false) => {
    const opening = () => openPage(address, { ...(as && { as }), server: server() })
    await opening()
    for (const part of opened) await part.click()
    await field.fill(TYPED)
    await expect.poll(keptTexts).toContain(TYPED)
    await closePage()
    await opening()
    if (isClosedAgain) for (const part of opened) await part.click()
    await expect.element(field).toHaveValue(TYPED)
  },
)
