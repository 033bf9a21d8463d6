import { randomUUID } from 'node:crypto'
import { paths } from '@petsetu/contract/paths.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../languages/texts.ts'
import type { NewMail } from '../mail/mail-content.ts'
import { UNDO_DAYS } from '../users/email-undos.ts'
import { CONFIRM_DAYS, RESET_MINUTES } from '../users/one-time-links.ts'

type Recipient = { userId: number; email: string; language: Language }

// No mail here names the account: its address may be a stranger's, and the name could be an advertisement.

export function resetPasswordMail({ userId, email, language }: Recipient, token: string): NewMail {
  const text = textsIn(language)
  return {
    kind: 'reset-password',
    about: `user ${userId}`,
    step: eachOne(),
    to: email,
    userId,
    language,
    content: {
      subject: text('mails.resetPasswordSubject'),
      paragraphs: [text('mails.resetPassword', { minutes: RESET_MINUTES }), text('mails.resetPasswordNotYou')],
      action: { label: text('mails.resetPasswordAction'), path: paths.resetPassword.to({}, { token }) },
      why: text('mails.whyAccount'),
    },
  }
}

/** To the address of a new account. */
export function confirmEmailMail({ userId, email, language }: Recipient, token: string): NewMail {
  const text = textsIn(language)
  return {
    kind: 'confirm-email',
    about: `user ${userId}`,
    step: eachOne(),
    to: email,
    userId,
    language,
    content: {
      subject: text('mails.confirmEmailSubject'),
      paragraphs: [text('mails.confirmEmail', { days: CONFIRM_DAYS }), text('mails.confirmEmailNotYou')],
      action: { label: text('mails.confirmEmailAction'), path: paths.confirmEmail.to({}, { token }) },
      why: text('mails.whyAddress'),
    },
  }
}

/** To the address that is to become the account's. */
export function confirmNewEmailMail(recipient: Recipient, token: string): NewMail {
  const mail = confirmEmailMail(recipient, token)
  const text = textsIn(recipient.language)
  const paragraphs = [text('mails.confirmNewEmail', { days: CONFIRM_DAYS }), text('mails.confirmNewEmailNotYou')]
  return { ...mail, content: { ...mail.content, subject: text('mails.confirmNewEmailSubject'), paragraphs } }
}

/** To the old address and to the new one. With the token of a link, its reader can have the old address back. */
export function emailChangedMail(
  { userId, email, language }: Recipient,
  newEmail: string,
  undoToken: string | null = null,
): NewMail {
  const text = textsIn(language)
  const notYou = undoToken ? text('mails.emailChangedUndo', { days: UNDO_DAYS }) : text('mails.emailChangedNotYou')
  return {
    kind: 'email-changed',
    about: `user ${userId}`,
    step: eachOne(),
    to: email,
    userId,
    language,
    content: {
      subject: text('mails.emailChangedSubject'),
      paragraphs: [text('mails.emailChanged', { email: newEmail }), notYou],
      ...(undoToken && {
        action: { label: text('mails.undoEmailChange'), path: paths.undoEmailChange.to({}, { token: undoToken }) },
      }),
      why: text('mails.whyAccount'),
    },
  }
}

// Each of these mails is one of its own.
const eachOne = () => randomUUID()
