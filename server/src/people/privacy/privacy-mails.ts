import { randomUUID } from 'node:crypto'
import type { KeptComplaint } from '@petsetu/contract/complaints/holds.ts'
import type { OwnPrivacyRequest, PrivacyRequestKind } from '@petsetu/contract/people/privacy.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import { formatCode } from '../users/mailed-code.ts'
import { sayWhatIsKept } from './kept-complaints.ts'

type Recipient = { userId: number | null; email: string; language: Language }

const KIND_LABELS: Record<PrivacyRequestKind, PlainId> = {
  export: 'privacyKinds.export',
  correct: 'privacyKinds.correct',
  erase: 'privacyKinds.erase',
  nominate: 'privacyKinds.nominate',
}

export function privacyCodeMail(
  { userId, email, language }: Recipient,
  { code, minutes }: { code: string; minutes: number },
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'privacy-code',
    about: 'privacy-code',
    step: randomUUID(),
    ...{ to: email, userId, language },
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
    ...{ to: email, userId, language },
    content: {
      subject: text('privacyMails.receivedSubject'),
      paragraphs: [text('privacyMails.received'), text('privacyMails.receivedNotYou')],
      facts: [
        [text('privacyMails.number'), String(request.id)],
        [text('privacyMails.kind'), text(KIND_LABELS[request.kind])],
        [text('privacyMails.due'), formatLongDay(request.due_on, language)],
      ],
      why: text('privacyMails.why'),
    },
  }
}

/** Tells somebody who has deleted the account which complaints stay, why and until when. */
export function erasureWaitsMail({ email, language }: Omit<Recipient, 'userId'>, kept: KeptComplaint[]): NewMail {
  const text = textsIn(language)
  return {
    kind: 'erasure-waits',
    about: 'erasure',
    step: randomUUID(),
    ...{ to: email, userId: null, language },
    content: {
      subject: text('privacyMails.waitsSubject'),
      paragraphs: [text('privacyMails.waits'), ...sayWhatIsKept(kept, language), text('privacyMails.doneComplain')],
      why: text('privacyMails.waitsWhy'),
    },
  }
}

type Done = { id: number; kind: PrivacyRequestKind; answer: string; kept: KeptComplaint[] }

export function requestDoneMail({ userId, email, language }: Recipient, { id, kind, answer, kept }: Done): NewMail {
  const text = textsIn(language)
  return {
    kind: 'privacy-done',
    about: `privacy-request ${id}`,
    ...{ to: email, userId, language },
    content: {
      subject: text('privacyMails.doneSubject'),
      paragraphs: [
        text('privacyMails.done'),
        answer,
        ...sayWhatIsKept(kept, language),
        text('privacyMails.doneComplain'),
      ],
      facts: [
        [text('privacyMails.number'), String(id)],
        [text('privacyMails.kind'), text(KIND_LABELS[kind])],
      ],
      why: text('privacyMails.why'),
    },
  }
}
