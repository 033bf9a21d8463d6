import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { recoveryCalls } from '@petsetu/contract/people/recovery.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { messageOf, request } from '../../platform/lib/request.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import classes from './sign-in-card.module.css'
import { SignInCard } from './sign-in-card.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Opening the link changes nothing, because programs that check mails open links, too; only the button does. */
export function ConfirmEmailPage() {
  const text = useText()
  const token = useLinkToken()
  return (
    <SignInCard
      title={text('titles.confirmEmail')}
      hint={text('recover.confirmHint')}
      footer={
        <RichText
          id="recover.toAccount"
          fill={{ link: (content) => <Link to={paths.account.to({})}>{content}</Link> }}
        />
      }
    >
      {token ? <Confirm token={token} /> : <Notice kind="failed">{text('recover.noLink')}</Notice>}
    </SignInCard>
  )
}

function Confirm({ token }: { token: string }) {
  const text = useText()
  const [answer, setAnswer] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [confirm, isBusy] = useBusy(async () => {
    setFailure(null)
    try {
      setAnswer((await request(recoveryCalls.confirmEmail, { body: { token } })).reply.message)
    } catch (error) {
      setFailure(messageOf(error, text('recover.confirmFailed')))
    }
  })
  if (answer !== null) {
    return (
      <Notice kind="done" takesFocus>
        {answer}
      </Notice>
    )
  }
  return (
    <div className={classes.form}>
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button fullWidth loading={isBusy} onClick={confirm}>
        {text('recover.confirm')}
      </Button>
    </div>
  )
}
