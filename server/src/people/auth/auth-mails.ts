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

export function confirmEmailMail(recipient: Recipient, token: string): NewMail {
  const text = textsIn(recipient.language)
  return mailTo(recipient, 'confirm-email', {
    subject: text('mails.confirmEmailSubject'),
    paragraphs: [text('mails.confirmEmail', { days: CONFIRM_DAYS }), text('mails.confirmEmailNotYou')],
    action: { label: text('mails.confirmEmailAction'), path: paths.confirmEmail.to({}, { token }) },
    why: text('mails.whyAddress'),
  })
}

export function confirmNewEmailMail(recipient: Recipient, token: string): NewMail {
  const mail = confirmEmailMail(recipient, token)
  const text = textsIn(recipient.language)
  const paragraphs = [text('mails.confirmNewEmail', { days: CONFIRM_DAYS }), text('mails.confirmNewEmailNotYou')]
  return { ...mail, content: { ...mail.content, subject: text('mails.confirmNewEmailSubject'), paragraphs } }
}

/** To the old address and to the new one. With the token of a link, its reader can have the old address back. */
export function emailChangedMail(recipient: Recipient, newEmail: string, undoToken: string | null): NewMail {
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

const recipientOf = ({ id, email, language }: Owner): Recipient => ({ userId: id, email, language: language ?? 'en' })

const WHAT_HAPPENED = {
  on: 'mails.secondFactorOn',
  off: 'mails.secondFactorOff',
  'off-by-us': 'mails.secondFactorOffByUs',
  'recovery-code-spent': 'mails.recoveryCodeSpent',
  'recovery-codes-renewed': 'mails.recoveryCodesRenewed',
} as const satisfies Record<SecondFactorChange, string>

/** Tells an account's owner what happened to its second factor. It names the address, like `passwordChangedMail`. */
export function secondFactorMail(owner: Owner, change: SecondFactorChange): NewMail {
  const recipient = recipientOf(owner)
  const text = textsIn(recipient.language)
  return mailTo(recipient, 'second-factor-changed', {
    subject: text('mails.secondFactorSubject'),
    paragraphs: [text(WHAT_HAPPENED[change], { email: owner.email }), text('mails.secondFactorNotYou')],
    why: text('mails.whyAccount'),
  })
}

/** Tells the owner of an account that a passkey was added or removed. */
export function passkeyMail(owner: Owner, change: 'added' | 'removed'): NewMail {
  const { email } = owner
  const recipient = recipientOf(owner)
  const text = textsIn(recipient.language)
  return mailTo(recipient, 'second-factor-changed', {
    subject: text('mails.passkeySubject'),
    paragraphs:
      change === 'added'
        ? [text('mails.passkeyAdded', { email }), text('mails.passkeyAddedNotYou')]
        : [text('mails.passkeyRemoved', { email }), text('mails.secondFactorNotYou')],
    why: text('mails.whyAccount'),
  })
}

/** Names the address, because a username could be an advertisement to a stranger. */
export function passwordChangedMail({ id, email }: Omit<Owner, 'language'>, language: Language): NewMail {
  const text = textsIn(language)
  return mailTo({ userId: id, email, language }, 'password-changed', {
    subject: text('mails.passwordChangedSubject'),
    paragraphs: [text('mails.passwordChanged', { email }), text('mails.passwordChangedNotYou')],
    why: text('mails.whyAccount'),
  })
}
