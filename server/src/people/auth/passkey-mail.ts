import { randomUUID } from 'node:crypto'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import type { Owner } from './second-factor.ts'

/** Tells the owner of an account that a passkey was added or removed, so that a stranger cannot do it unnoticed. */
export function passkeyMail(owner: Pick<Owner, 'id' | 'email' | 'language'>, change: 'added' | 'removed'): NewMail {
  const language = owner.language ?? 'en'
  const text = textsIn(language)
  const { email } = owner
  return {
    kind: 'second-factor-changed',
    about: `user ${owner.id}`,
    // Each change is a mail of its own.
    step: randomUUID(),
    to: email,
    userId: owner.id,
    language,
    content: {
      subject: text('mails.passkeySubject'),
      paragraphs: [
        change === 'added' ? text('mails.passkeyAdded', { email }) : text('mails.passkeyRemoved', { email }),
        text('mails.secondFactorNotYou'),
      ],
      why: text('mails.whyAccount'),
    },
  }
}
