import type { AccountView } from '@petsetu/contract/site/public-pages.ts'
import { ConfirmEmailPage } from './confirm-email-page.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { RegisterPage } from './register-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { UndoEmailChangePage } from './undo-email-change-page.tsx'
import { useArrival } from './use-arrival.ts'

/** The pages of somebody who signs up or has lost a way in. One script serves all of them, so that the second loads at once. */
export function AccountPages({ view }: { view: AccountView }) {
  useArrival()
  if (view.kind === 'register') return <RegisterPage view={view} />
  if (view.kind === 'forgotPassword') return <ForgotPasswordPage view={view} />
  if (view.kind === 'resetPassword') return <ResetPasswordPage view={view} />
  if (view.kind === 'confirmEmail') return <ConfirmEmailPage view={view} />
  return <UndoEmailChangePage view={view} />
}
