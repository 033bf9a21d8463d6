import { Box } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { useOwnAccount } from '../auth/own-account.ts'
import { SendAgainButton } from './send-again-button.tsx'

/**
 * Reminds a person to confirm the e-mail address, until it is confirmed. If the account comes after the page, the banner comes with the next
 * page: now it would push this one away under a finger.
 */
export function ConfirmEmailBanner() {
  const text = useText()
  const { data: account } = useOwnAccount()
  const { key } = useLocation()
  const isKnown = account !== undefined
  const [shown, setShown] = useState({ key, isKnown })
  if (shown.key !== key) setShown({ key, isKnown })
  if (!shown.isKnown || !account || account.email_confirmed) return null
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
