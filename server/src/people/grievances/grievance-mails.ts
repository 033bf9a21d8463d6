import { type GrievanceKind, grievanceNumber } from '@petsetu/contract/people/grievances.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'

type Recipient = { email: string; language: Language }

const KIND_LABELS: Record<GrievanceKind, PlainId> = {
  data: 'grievanceMails.data',
  other: 'grievanceMails.other',
}

/** Acknowledges a grievance. It repeats nothing that was typed, because anybody can type somebody else's address. */
export function grievanceReceivedMail(
  { email, language }: Recipient,
  { id, kind, due_on }: { id: number; kind: GrievanceKind; due_on: string },
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'grievance-received',
    about: `grievance ${id}`,
    ...{ to: email, language },
    content: {
      subject: text('grievanceMails.receivedSubject', { number: grievanceNumber(id) }),
      paragraphs: [text('grievanceMails.received'), text('grievanceMails.notYou')],
      facts: [
        [text('grievanceMails.number'), grievanceNumber(id)],
        [text('grievanceMails.kind'), text(KIND_LABELS[kind])],
        [text('grievanceMails.due'), formatLongDay(due_on, language)],
      ],
      why: text('grievanceMails.why'),
    },
  }
}

export function grievanceAnsweredMail(
  { email, language }: Recipient,
  { id, kind, answer }: { id: number; kind: GrievanceKind; answer: string },
): NewMail {
  const text = textsIn(language)
  return {
    kind: 'grievance-answered',
    about: `grievance ${id}`,
    ...{ to: email, language },
    content: {
      subject: text('grievanceMails.answeredSubject', { number: grievanceNumber(id) }),
      paragraphs: [
        text('grievanceMails.answered'),
        answer,
        text(kind === 'data' ? 'grievanceMails.notSatisfiedData' : 'grievanceMails.notSatisfied'),
      ],
      facts: [
        [text('grievanceMails.number'), grievanceNumber(id)],
        [text('grievanceMails.kind'), text(KIND_LABELS[kind])],
      ],
      why: text('grievanceMails.why'),
    },
  }
}
