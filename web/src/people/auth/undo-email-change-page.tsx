import { recoveryCalls } from '@petsetu/contract/people/recovery.ts'
import type { RecoveryView } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useState } from 'react'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/request.ts'
import { FormCard, FormNote, SideLink } from '../../platform/public-form/form-card.tsx'
import { LinkForm } from './link-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Opening the link changes nothing, because programs that check mails open links, too; only the button does. */
export function UndoEmailChangePage({ view }: { view: Extract<RecoveryView, { kind: 'undoEmailChange' }> }) {
  const text = useText()
  const token = useLinkToken(view.token)
  const [answer, setAnswer] = useState(view.answer)
  return (
    <FormCard
      isNarrow
      title={text('titles.undoEmailChange')}
      hint={text('recover.undoHint')}
      footer={
        <RichText
          id="recover.backToLogin"
          fill={{ link: (content) => <a href={visitorPaths.login.to({})}>{content}</a> }}
        />
      }
    >
      {answer !== null ? (
        <>
          <FormNote kind="done" takesFocus>
            <p>{answer.message}</p>
          </FormNote>
          <SideLink href={answer.resetPath}>{text('titles.resetPassword')}</SideLink>
        </>
      ) : token ? (
        <LinkForm
          action={visitorPaths.undoEmailChange.pattern}
          token={token}
          rejected={view.rejected}
          label={text('recover.undo')}
          failureText={text('recover.undoFailed')}
          send={async () => {
            const { reply } = await request(recoveryCalls.undoEmailChange, { body: { token } })
            setAnswer({ message: reply.message, resetPath: reply.reset_path })
          }}
        />
      ) : (
        <FormNote kind="failed">
          <p>{text('recover.noUndoLink')}</p>
        </FormNote>
      )}
    </FormCard>
  )
}
