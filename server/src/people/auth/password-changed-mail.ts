import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'

type Account = { id: number; email: string }

/**
 * Tells the owner of an account that its password was changed, so that a stranger cannot do it unnoticed. It names the address and not the
 * username, which could be an advertisement if the address is somebody else's.
 */
export function passwordChangedMail({ id, email }: Account, language: Language): NewMail {
  const text = textsIn(language)
  return {
    kind: 'password-changed',
    about: `user ${id}`,
    // Each change is a mail of its own.
    step: new Date().toISOString(),
    to: email,
    userId: id,
    language,
    content: {
      subject: text('mails.passwordChangedSubject'),
      paragraphs: [text('mails.passwordChanged', { email }), text('mails.passwordChangedNotYou')],
      why: text('mails.whyAccount'),
    },
  }
}
