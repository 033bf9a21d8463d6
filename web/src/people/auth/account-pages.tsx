import type { AccountView } from '@petsetu/contract/site/public-pages.ts'
import { useEffect } from 'react'
import { takeArrival } from '../../platform/lib/arrival.ts'
import { ConfirmEmailPage } from './confirm-email-page.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { LoginPage } from './login-page.tsx'
import { RegisterPage } from './register-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { UndoEmailChangePage } from './undo-email-change-page.tsx'

/** The pages of somebody who is not logged in yet. One script serves all of them, so that the second loads at once. */
export function AccountPages({ view }: { view: AccountView }) {
  useEffect(() => {
    if (takeArrival()) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  if (view.kind === 'register') return <RegisterPage view={view} />
  if (view.kind === 'forgotPassword') return <ForgotPasswordPage view={view} />
  if (view.kind === 'resetPassword') return <ResetPasswordPage view={view} />
  if (view.kind === 'confirmEmail') return <ConfirmEmailPage view={view} />
  if (view.kind === 'undoEmailChange') return <UndoEmailChangePage view={view} />
  return <LoginPage view={view} />
}
