import { recoveryCalls } from '@petsetu/contract/people/recovery.ts'
import type { RecoveryView } from '@petsetu/contract/site/public-pages.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useState } from 'react'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/request.ts'
import { FormCard, FormNote } from '../../platform/public-form/form-card.tsx'
import { LinkForm } from './link-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Opening the link changes nothing, because programs that check mails open links, too; only the button does. */
export function ConfirmEmailPage({ view }: { view: Extract<RecoveryView, { kind: 'confirmEmail' }> }) {
  const text = useText()
  const token = useLinkToken(view.token)
  const [answer, setAnswer] = useState(view.answer)
  return (
    <FormCard
      isNarrow
      title={text('titles.confirmEmail')}
      hint={text('recover.confirmHint')}
      footer={
        <RichText
          id="recover.toAccount"
          fill={{ link: (content) => <a href={visitorPaths.account.to({})}>{content}</a> }}
        />
      }
    >
      {answer !== null ? (
        <FormNote kind="done" takesFocus>
          <p>{answer}</p>
        </FormNote>
      ) : token ? (
        <LinkForm
          action={visitorPaths.confirmEmail.pattern}
          token={token}
          rejected={view.rejected}
          label={text('recover.confirm')}
          failureText={text('recover.confirmFailed')}
          send={async () => setAnswer((await request(recoveryCalls.confirmEmail, { body: { token } })).reply.message)}
        />
      ) : (
        <FormNote kind="failed">
          <p>{text('recover.noLink')}</p>
        </FormNote>
      )}
    </FormCard>
  )
}
