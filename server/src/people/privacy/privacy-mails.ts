import { randomUUID } from 'node:crypto'
import type { KeptComplaint } from '@petsetu/contract/complaints/complaint-schemas.ts'
import type { OwnPrivacyRequest, PrivacyRequestKind } from '@petsetu/contract/people/privacy.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import type { Deps } from '../../deps.ts'
import { findThreadsOf } from '../../pets/found/found-privacy.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import { isOver } from '../../platform/http/limits/throttles.ts'
import type { Payload } from '../../platform/jobs/enqueue.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import { findGrievances } from '../grievances/grievance-queries.ts'
import { mailboxOf } from '../users/contact.ts'
import { codeToMail, formatCode } from '../users/mailed-code.ts'
import { findRecordsOf, identityOf, sayWhatIsKept } from './records-of.ts'

type Recipient = { userId: number | null; email: string; language: Language }

function privacyCodeMail(
  { userId, email, language }: Recipient,
  { code, minutes }: { code: string; minutes: number },
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'privacy-code',
    about: 'privacy-code',
    step: randomUUID(),
    to: email,
    userId,
    language,
    content: {
      subject: text('privacyMails.codeSubject'),
      paragraphs: [text('privacyMails.code', { minutes }), text('privacyMails.codeNotYou')],
      facts: [[text('privacyMails.codeLabel'), formatCode(code)]],
      why: text('privacyMails.why'),
    },
  }
}

export function requestReceivedMail({ userId, email, language }: Recipient, request: OwnPrivacyRequest): NewMail {
  const text = textsIn(language)
  return {
    kind: 'privacy-received',
    about: `privacy-request ${request.id}`,
    to: email,
    userId,
    language,
    content: {
      subject: text('privacyMails.receivedSubject'),
      paragraphs: [text('privacyMails.received'), text('privacyMails.receivedNotYou')],
      facts: [
        [text('privacyMails.number'), String(request.id)],
        [text('privacyMails.kind'), text(`privacyKinds.${request.kind}`)],
        [text('privacyMails.due'), formatLongDay(request.due_on, language)],
      ],
      why: text('privacyMails.why'),
    },
  }
}

export function nomineeReceivedMail(recipient: Recipient, request: OwnPrivacyRequest): NewMail {
  const text = textsIn(recipient.language)
  const mail = requestReceivedMail(recipient, request)
  return { ...mail, content: { ...mail.content, why: text('privacyMails.nomineeWhy') } }
}

/** Tells the person themselves what their nominee has asked for, so that nobody is taken for dead who can still say no. */
export function nomineeAskedMail(
  { userId, email, language }: Recipient,
  { id, kind, due_on: dueOn, name }: OwnPrivacyRequest & { name: string },
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'nominee-asked',
    about: `privacy-request ${id}`,
    to: email,
    userId,
    language,
    content: {
      subject: text('privacyMails.nomineeAskedSubject'),
      paragraphs: [text('privacyMails.nomineeAsked', { name }), text('privacyMails.nomineeAskedNo')],
      facts: [
        [text('privacyMails.number'), String(id)],
        [text('privacyMails.nomineeKind'), text(`privacyKinds.${kind}`)],
        [text('privacyMails.due'), formatLongDay(dueOn, language)],
      ],
      why: text('privacyMails.nomineeAskedWhy'),
    },
  }
}

export function erasureWaitsMail({ email, language }: Omit<Recipient, 'userId'>, kept: KeptComplaint[]): NewMail {
  const text = textsIn(language)
  return {
    kind: 'erasure-waits',
    about: 'erasure',
    step: randomUUID(),
    to: email,
    userId: null,
    language,
    content: {
      subject: text('privacyMails.waitsSubject'),
      paragraphs: [
        text('privacyMails.waits'),
        ...sayWhatIsKept(kept, language),
        text('privacyMails.booksStay'),
        text('privacyMails.doneComplain'),
      ],
      why: text('privacyMails.waitsWhy'),
    },
  }
}

type Done = { id: number; kind: PrivacyRequestKind; answer: string; kept: KeptComplaint[]; isForNominee: boolean }

export function requestDoneMail(
  { userId, email, language }: Recipient,
  { id, kind, answer, kept, isForNominee }: Done,
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'privacy-done',
    about: `privacy-request ${id}`,
    to: email,
    userId,
    language,
    content: {
      subject: text('privacyMails.doneSubject'),
      paragraphs: [
        text('privacyMails.done'),
        answer,
        ...sayWhatIsKept(kept, language),
        // By then nobody knows any more what the person has paid.
        ...(kind === 'erase' ? [text('privacyMails.booksStay')] : []),
        text('privacyMails.doneComplain'),
      ],
      facts: [
        [text('privacyMails.number'), String(id)],
        [text('privacyMails.kind'), text(`privacyKinds.${kind}`)],
      ],
      why: text(isForNominee ? 'privacyMails.nomineeWhy' : 'privacyMails.why'),
    },
  }
}

/** Sends a code to an address of which something is stored, at most three within an hour: soon after another the same one. */
export async function sendPrivacyCode(
  deps: Pick<Deps, 'db' | 'throttles' | 'enqueueMail' | 'secretKey'>,
  { email, language }: Payload<'send-privacy-code'>,
): Promise<void> {
  if (!(await isKnown(deps.db, email))) return
  if (await isOver(() => deps.throttles.privacyCodesByMailbox.count(mailboxOf(email)))) return
  await inTransaction(deps.db, async (transaction) => {
    const mailed = await codeToMail(deps, transaction, foldCase(email))
    await deps.enqueueMail(transaction, privacyCodeMail({ email, userId: null, language }, mailed))
  })
}

async function isKnown(db: Db, email: string): Promise<boolean> {
  const { userId, subjectIds } = await findRecordsOf(db, await identityOf(db, { email }))
  if (userId !== null || PURPOSES.some((purpose) => subjectIds[purpose].length > 0)) return true
  return (await findThreadsOf(db, { email })).length > 0 || (await findGrievances(db, { email })).length > 0
}

/** Rejects with 429 if too many wrong codes came for this address. Counts nothing. */
export async function rejectCodeGuessing({ throttles }: Pick<Deps, 'throttles'>, email: string) {
  await throttles.wrongPrivacyCodes.rejectIfOver(foldCase(email))
}

type Tried = { ip: string; isUsed: boolean }

export async function countWrongCode({ throttles }: Pick<Deps, 'throttles'>, email: string, { ip, isUsed }: Tried) {
  await throttles.wrongPrivacyCodes.count(foldCase(email))
  await throttles.wrongLinks.count(ip)
  const sentence: PlainId = isUsed ? 'errorSentences.privacyCodeUsed' : 'errors.privacy_code_invalid'
  return new HttpError(400, 'privacy_code_invalid', { sentence, field: 'code', event: 'link-refused' })
}
