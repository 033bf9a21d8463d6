import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import type { RecoveryView } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { LanguageForm } from '../../../platform/languages/language-form.tsx'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/requests/request.ts'
import { SideLink } from '../../../platform/public-form/form-card.tsx'
import { useArrival } from '../sign-in/before-login.ts'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { LinkPage } from './link-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

/** The pages of somebody who has lost a way in, and of the links in our mails. One script serves all of them, so that the second loads at once. */
export function RecoveryPages({ view }: { view: RecoveryView }) {
  useArrival()
  if (view.kind === 'forgotPassword') return <ForgotPasswordPage view={view} />
  if (view.kind === 'resetPassword') return <ResetPasswordPage view={view} />
  if (view.kind === 'confirmEmail') return <ConfirmEmailPage view={view} />
  return <UndoEmailChangePage view={view} />
}

/** The languages of these pages. Without a script the token of a link stays in the address. */
export function RecoveryLanguages({ view }: { view: RecoveryView }) {
  return <LanguageForm token={view.kind === 'forgotPassword' ? null : view.token} />
}

function ConfirmEmailPage({ view }: { view: Extract<RecoveryView, { kind: 'confirmEmail' }> }) {
  const text = useText()
  return (
    <LinkPage
      view={view}
      title={text('titles.confirmEmail')}
      hint={text('recover.confirmHint')}
      footer={
        <RichText
          id="recover.toAccount"
          fill={{ link: (content) => <a href={visitorPaths.account.to({})}>{content}</a> }}
        />
      }
      action={visitorPaths.confirmEmail.pattern}
      label={text('recover.confirm')}
      failureText={text('recover.confirmFailed')}
      noLink={text('recover.noLink')}
      send={async (token) => (await request(recoveryCalls.confirmEmail, { body: { token } })).reply.message}
      answered={(message) => ({ message })}
    />
  )
}

function UndoEmailChangePage({ view }: { view: Extract<RecoveryView, { kind: 'undoEmailChange' }> }) {
  const text = useText()
  return (
    <LinkPage
      view={view}
      title={text('titles.undoEmailChange')}
      hint={text('recover.undoHint')}
      footer={
        <RichText
          id="recover.backToLogin"
          fill={{ link: (content) => <a href={visitorPaths.login.to({})}>{content}</a> }}
        />
      }
      action={visitorPaths.undoEmailChange.pattern}
      label={text('recover.undo')}
      failureText={text('recover.undoFailed')}
      noLink={text('recover.noUndoLink')}
      send={async (token) => {
        const { reply } = await request(recoveryCalls.undoEmailChange, { body: { token } })
        return { message: reply.message, resetPath: reply.reset_path }
      }}
      answered={({ message, resetPath }) => ({
        message,
        next: <SideLink href={resetPath}>{text('titles.resetPassword')}</SideLink>,
      })}
    />
  )
}
