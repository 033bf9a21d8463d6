import { randomUUID } from 'node:crypto'
import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { NewMail } from '../../platform/mail/mail-content.ts'

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
