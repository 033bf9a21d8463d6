import { randomUUID } from 'node:crypto'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { formatCode } from '../people/users/mailed-code.ts'
import type { Db } from '../platform/db/pool.ts'
import { textsIn } from '../platform/languages/texts.ts'
import type { NewMail } from '../platform/mail/mail-content.ts'
import { createFollowLink } from './follow/follow-links.ts'

export async function enteredMail(
  transaction: Db,
  complaintId: number,
  source: 'phone' | 'desk',
): Promise<NewMail | null> {
  const to = await findComplainant(transaction, complaintId)
  if (!to) return null
  const text = textsIn(to.language)
  return {
    kind: 'complaint-entered',
    about: `complaint ${complaintId}`,
    ...recipient(to),
    content: {
      subject: text('complaintMails.enteredSubject', { id: complaintId }),
      paragraphs: [
        text(source === 'phone' ? 'complaintMails.enteredByPhone' : 'complaintMails.enteredAtDesk'),
        text('complaintMails.enteredNext'),
      ],
      facts: identity(to, complaintId),
      action: await createFollowAction(transaction, complaintId, to),
      why: text('mails.whyComplaint'),
    },
  }
}

/** Brings the link to a complaint to the address that was corrected. Null without one. */
export async function newAddressMail(transaction: Db, complaintId: number): Promise<NewMail | null> {
  const to = await findComplainant(transaction, complaintId)
  if (!to) return null
  const text = textsIn(to.language)
  return {
    kind: 'complaint-address',
    about: `complaint ${complaintId}`,
    // Each correction is a mail of its own.
    step: new Date().toISOString(),
    ...recipient(to),
    content: {
      subject: text('complaintMails.addressSubject', { id: complaintId }),
      paragraphs: [text('complaintMails.address'), text('complaintMails.enteredNext')],
      facts: identity(to, complaintId),
      action: await createFollowAction(transaction, complaintId, to),
      why: text('mails.whyComplaint'),
    },
  }
}

/** Tells somebody that the fee of their complaint is not paid, and brings the link with which it can be. Null without an address. */
export async function unpaidMail(transaction: Db, complaintId: number): Promise<NewMail | null> {
  const to = await findComplainant(transaction, complaintId)
  if (!to) return null
  const text = textsIn(to.language)
  const follow = await createFollowAction(transaction, complaintId, to)
  return {
    kind: 'complaint-unpaid',
    about: `complaint ${complaintId}`,
    ...recipient(to),
    content: {
      subject: text('complaintMails.unpaidSubject', { id: complaintId }),
      paragraphs: [text('complaintMails.unpaid'), text('complaintMails.unpaidNext')],
      facts: identity(to, complaintId),
      action: { label: text('complaintMails.pay'), path: payPath(follow.path) },
      more: follow,
      why: text('mails.whyComplaint'),
    },
  }
}

/** The token of the link stands behind the #, so that it reaches neither a log nor another site. */
function payPath(followPath: string): string {
  return `${paths.payComplaint.to({})}#${followPath.split('/').at(-1)}`
}

/** Tells the complainants, also of merged complaints, each person once, whose address is still known. */
export function statusMails(transaction: Db, complaintId: number, status: ComplaintStatus): Promise<NewMail[]> {
  return mailsToAll(transaction, complaintId, (told) => statusMail(transaction, told, status))
}

/** Somebody to tell. `id` is their own complaint, which may be merged into the one that has news. */
type Told = { id: number; to: Complainant; isMerged: boolean }

async function mailsToAll(
  transaction: Db,
  complaintId: number,
  write: (told: Told) => Promise<NewMail>,
): Promise<NewMail[]> {
  const merged = await transaction
    .selectFrom('complaints')
    .select('id')
    .where('duplicate_of', '=', complaintId)
    .orderBy('id')
    .execute()
  const mails = new Map<string, NewMail>()
  for (const id of [complaintId, ...merged.map((duplicate) => duplicate.id)]) {
    const to = await findComplainant(transaction, id)
    if (!to || mails.has(foldCase(to.to))) continue
    mails.set(foldCase(to.to), await write({ id, to, isMerged: id !== complaintId }))
  }
  return [...mails.values()]
}

async function statusMail(transaction: Db, { id, to, isMerged }: Told, status: ComplaintStatus): Promise<NewMail> {
  const text = textsIn(to.language)
  const statusLabel = text(complaintStatuses[status].mailed)
  return {
    kind: 'complaint-status',
    about: `complaint ${id}`,
    // Each change is a mail of its own.
    step: new Date().toISOString(),
    ...recipient(to),
    content: {
      subject: text('mails.complaintStatusSubject', { id, status: statusLabel }),
      paragraphs: [text(isMerged ? 'complaintMails.mergedStatus' : 'mails.complaintStatus')],
      facts: [...identity(to, id), [text('mails.status'), statusLabel]],
      action: await createFollowAction(transaction, id, to),
      why: text('mails.whyComplaint'),
    },
  }
}

type Note = { eventId: number; note: string }

/** The mails about a note that is not internal, for the event with this id: to each person once whose address is still known. */
export function noteMails(transaction: Db, complaintId: number, note: Note): Promise<NewMail[]> {
  return mailsToAll(transaction, complaintId, (told) => noteMail(transaction, told, note))
}

/** The words may name whom they are written to, so the mail about a merged complaint leaves them to its page. */
async function noteMail(transaction: Db, { id, to, isMerged }: Told, { eventId, note }: Note): Promise<NewMail> {
  const text = textsIn(to.language)
  return {
    kind: 'complaint-note',
    about: `complaint ${id}`,
    step: String(eventId),
    ...recipient(to),
    content: {
      subject: text('mails.complaintNoteSubject', { id }),
      paragraphs: isMerged ? [text('complaintMails.mergedNote')] : [text('mails.complaintNote'), ...note.split(/\n+/)],
      facts: identity(to, id),
      action: await createFollowAction(transaction, id, to),
      why: text('mails.whyComplaint'),
    },
  }
}

/** Tells the complainant of a duplicate which complaint to follow from now on. Null if the address is not known any more. */
export async function mergedMail(
  transaction: Db,
  complaintId: number,
  into: { reference: string },
): Promise<NewMail | null> {
  const to = await findComplainant(transaction, complaintId)
  if (!to) return null
  const text = textsIn(to.language)
  return {
    kind: 'complaint-merged',
    about: `complaint ${complaintId}`,
    // A complaint that is opened again can be merged again, also into the same one.
    step: new Date().toISOString(),
    ...recipient(to),
    content: {
      subject: text('mails.complaintMergedSubject', { id: complaintId }),
      paragraphs: [text('mails.complaintMerged'), text('mails.complaintMergedRefund')],
      facts: [...identity(to, complaintId), [text('mails.complaintMergedInto'), into.reference]],
      action: await createFollowAction(transaction, complaintId, to),
      why: text('mails.whyComplaint'),
    },
  }
}

/** Brings a code to the address of a complaint. It names nobody, because anybody can ask for it who knows address and reference. */
export function trackCodeMail(
  { id, email, language, reference }: { id: number; email: string; language: Language; reference: string },
  { code, minutes }: { code: string; minutes: number },
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'track-code',
    about: `complaint ${id}`,
    step: randomUUID(),
    to: email,
    language,
    content: {
      subject: text('complaintMails.codeSubject'),
      paragraphs: [text('complaintMails.code', { minutes }), text('complaintMails.codeNotYou')],
      facts: [
        [text('complaintMails.codeLabel'), formatCode(code)],
        [text('mails.complaintReference'), reference],
      ],
      why: text('mails.whyComplaint'),
    },
  }
}

type Complainant = { to: string; language: Language; reference: string }

/** The address stays as it is until the transaction ends, so that no mail goes to one that is corrected or erased at the same time. */
export async function findComplainant(transaction: Db, complaintId: number): Promise<Complainant | null> {
  const { email, language, created_at } = await transaction
    .selectFrom('complaints')
    .select(['email', 'language', 'created_at'])
    .where('id', '=', complaintId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // An erased complaint has no address.
  if (email === '') return null
  const reference = formatReference({ id: complaintId, createdAt: created_at })
  return { to: email, language, reference }
}

export async function createFollowAction(transaction: Db, complaintId: number, { language }: Complainant) {
  return { label: textsIn(language)('complaintMails.follow'), path: await createFollowLink(transaction, complaintId) }
}

export const recipient = ({ to, language }: Complainant) => ({ to, language })

export function identity({ language, reference }: Complainant, complaintId: number): [string, string][] {
  const text = textsIn(language)
  return [
    [text('mails.complaintId'), String(complaintId)],
    [text('mails.complaintReference'), reference],
  ]
}
