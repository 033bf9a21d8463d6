import { paths } from '@petsetu/contract/paths.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'

type Account = { id: number; username: string; email: string }

/** Tells an admin of a sign-in from a network that the account had not been used from. */
export function adminSignInMail({ id, username, email }: Account, language: Language): NewMail {
  const text = textsIn(language)
  const now = new Date().toISOString()
  return {
    kind: 'admin-sign-in',
    about: `user ${id}`,
    step: now,
    to: email,
    userId: id,
    language,
    content: {
      subject: text('mails.adminSignInSubject'),
      paragraphs: [
        text('mails.adminSignIn', { username }),
        text('mails.adminSignInYou'),
        text('mails.adminSignInNotYou'),
      ],
      facts: [[text('mails.signedInAt'), formatLongTime(now, language)]],
      action: { label: text('mails.changePassword'), path: paths.account.to({}) },
      why: text('mails.whyAccount'),
    },
  }
}
