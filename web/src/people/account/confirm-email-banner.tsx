import { Box } from '@mantine/core'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useOwnAccount } from '../auth/own-account.ts'
import { SendAgainButton } from './send-again-button.tsx'

/** Reminds a person to confirm the e-mail address, until it is confirmed. */
export function ConfirmEmailBanner() {
  const text = useText()
  const { data: account } = useOwnAccount()
  if (!account || account.email_confirmed) return null
  return (
    <Box mb="lg">
      <Notice kind="info">
        {text('accountEmail.banner', { email: account.email })}
        <br />
        <SendAgainButton email={account.email} />
      </Notice>
    </Box>
  )
}
