import { randomUUID } from 'node:crypto'
import { paths } from '@petsetu/contract/paths.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'
import { CONFIRM_DAYS, RESET_MINUTES, UNDO_DAYS } from '../users/one-time-links.ts'

type Recipient = { userId: number; email: string; language: Language }

// No mail here names the account: its address may be a stranger's, and the name could be an advertisement.

export function resetPasswordMail(recipient: Recipient, token: string): NewMail {
  const text = textsIn(recipient.language)
  return mailTo(recipient, 'reset-password', {
    subject: text('mails.resetPasswordSubject'),
    paragraphs: [text('mails.resetPassword', { minutes: RESET_MINUTES }), text('mails.resetPasswordNotYou')],
    action: { label: text('mails.resetPasswordAction'), path: paths.resetPassword.to({}, { token }) },
    why: text('mails.whyAccount'),
  })
}

/** To the address of a new account. */
export function confirmEmailMail(recipient: Recipient, token: string): NewMail {
  const text = textsIn(recipient.language)
  return mailTo(recipient, 'confirm-email', {
    subject: text('mails.confirmEmailSubject'),
    paragraphs: [text('mails.confirmEmail', { days: CONFIRM_DAYS }), text('mails.confirmEmailNotYou')],
    action: { label: text('mails.confirmEmailAction'), path: paths.confirmEmail.to({}, { token }) },
    why: text('mails.whyAddress'),
  })
}

/** To the address that is to become the account's. */
export function confirmNewEmailMail(recipient: Recipient, token: string): NewMail {
  const mail = confirmEmailMail(recipient, token)
  const text = textsIn(recipient.language)
  const paragraphs = [text('mails.confirmNewEmail', { days: CONFIRM_DAYS }), text('mails.confirmNewEmailNotYou')]
  return { ...mail, content: { ...mail.content, subject: text('mails.confirmNewEmailSubject'), paragraphs } }
}

/** To the old address and to the new one. With the token of a link, its reader can have the old address back. */
export function emailChangedMail(recipient: Recipient, newEmail: string, undoToken: string | null = null): NewMail {
  const text = textsIn(recipient.language)
  const notYou = undoToken ? text('mails.emailChangedUndo', { days: UNDO_DAYS }) : text('mails.emailChangedNotYou')
  return mailTo(recipient, 'email-changed', {
    subject: text('mails.emailChangedSubject'),
    paragraphs: [text('mails.emailChanged', { email: newEmail }), notYou],
    ...(undoToken && {
      action: { label: text('mails.undoEmailChange'), path: paths.undoEmailChange.to({}, { token: undoToken }) },
    }),
    why: text('mails.whyAccount'),
  })
}

function mailTo({ userId, email, language }: Recipient, kind: NewMail['kind'], content: NewMail['content']): NewMail {
  // Each of these mails is one of its own.
  return { kind, about: `user ${userId}`, step: randomUUID(), to: email, userId, language, content }
}

export type SecondFactorChange = 'on' | 'off' | 'off-by-us' | 'recovery-code-spent' | 'recovery-codes-renewed'

type Owner = { id: number; email: string; language: Language | null }

const WHAT_HAPPENED = {
  on: 'mails.secondFactorOn',
  off: 'mails.secondFactorOff',
  'off-by-us': 'mails.secondFactorOffByUs',
  'recovery-code-spent': 'mails.recoveryCodeSpent',
  'recovery-codes-renewed': 'mails.recoveryCodesRenewed',
} as const satisfies Record<SecondFactorChange, string>

/**
 * Tells the owner of an account what happened to its second factor, so that a stranger cannot do it unnoticed. It names the address, like
 * `passwordChangedMail`.
 */
export function secondFactorMail(owner: Owner, change: SecondFactorChange): NewMail {
  const language = owner.language ?? 'en'
  const text = textsIn(language)
  return {
    kind: 'second-factor-changed',
    about: `user ${owner.id}`,
    // Each change is a mail of its own.
    step: randomUUID(),
    to: owner.email,
    userId: owner.id,
    language,
    content: {
      subject: text('mails.secondFactorSubject'),
      paragraphs: [text(WHAT_HAPPENED[change], { email: owner.email }), text('mails.secondFactorNotYou')],
      why: text('mails.whyAccount'),
    },
  }
}

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
