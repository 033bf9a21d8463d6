import { Box, Button, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { Dialog, type DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { StepForm } from './second-step.tsx'
import { SignInForm, type Started } from './sign-in-form.tsx'

/** Says that the session has ended, over a page where somebody is typing, and asks for the login there. */
export function LoginAgain({ username }: { username: string }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const [isOpen, setOpen] = useState(false)
  const [started, setStarted] = useState<Started | null>(null)
  const [expired, setExpired] = useState<string | null>(null)
  const [isRecovery, setRecovery] = useState(false)
  const other = isRecovery ? 'signIn.useAppCode' : 'signIn.useRecoveryCode'

  function begin(next: Started | null, message: string | null = null) {
    setStarted(next)
    setExpired(message)
    setRecovery(false)
  }

  return (
    <>
      <Box data-stays pos="sticky" top={0} px="md" py="xs" bg="var(--ground)" style={{ zIndex: 15 }}>
        <Notice kind="failed">
          {text('layout.endedMeanwhile')}{' '}
          <Button variant="default" my={-8} onClick={() => setOpen(true)}>
            {text('signIn.submit')}
          </Button>
        </Notice>
      </Box>
      {isOpen && (
        <Dialog ref={dialog} title={text('titles.login')} onClose={() => setOpen(false)}>
          {started ? (
            <Stack>
              {/* The key gives each kind of code an empty field of its own. */}
              <StepForm
                key={other}
                {...started}
                isRecovery={isRecovery}
                onExpired={(message) => begin(null, message)}
              />
              <Button variant="default" onClick={() => setRecovery(!isRecovery)}>
                {text(other)}
              </Button>
            </Stack>
          ) : (
            <SignInForm username={username} expired={expired} onTicket={begin} />
          )}
        </Dialog>
      )}
    </>
  )
}
