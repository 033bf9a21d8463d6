import type { RecoveryView } from '@petsetu/contract/site/public-pages.ts'
import { useArrival } from './before-login.ts'
import { ConfirmEmailPage } from './confirm-email-page.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { UndoEmailChangePage } from './undo-email-change-page.tsx'

/** The pages of somebody who has lost a way in, and of the links in our mails. One script serves all of them, so that the second loads at once. */
export function RecoveryPages({ view }: { view: RecoveryView }) {
  useArrival()
  if (view.kind === 'forgotPassword') return <ForgotPasswordPage view={view} />
  if (view.kind === 'resetPassword') return <ResetPasswordPage view={view} />
  if (view.kind === 'confirmEmail') return <ConfirmEmailPage view={view} />
  return <UndoEmailChangePage view={view} />
}
