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
export function UndoEmailChangePage() {
  const text = useText()
  const token = useLinkToken()
  return (
    <SignInCard
      title={text('titles.undoEmailChange')}
      hint={text('recover.undoHint')}
      footer={
        <RichText
          id="recover.backToLogin"
          fill={{ link: (content) => <Link to={paths.login.to({})}>{content}</Link> }}
        />
      }
    >
      {token ? <Undo token={token} /> : <Notice kind="failed">{text('recover.noUndoLink')}</Notice>}
    </SignInCard>
  )
}

function Undo({ token }: { token: string }) {
  const text = useText()
  const [answer, setAnswer] = useState<{ message: string; reset_path: string } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [undo, isBusy] = useBusy(async () => {
    setFailure(null)
    try {
      setAnswer((await request(recoveryCalls.undoEmailChange, { body: { token } })).reply)
    } catch (error) {
      setFailure(messageOf(error, text('recover.undoFailed')))
    }
  })
  if (answer !== null) {
    return (
      <div className={classes.form}>
        <Notice kind="done" takesFocus>
          {answer.message}
        </Notice>
        <Button component={Link} to={answer.reset_path} replace fullWidth>
          {text('titles.resetPassword')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.form}>
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Button fullWidth loading={isBusy} onClick={undo}>
        {text('recover.undo')}
      </Button>
    </div>
  )
}
