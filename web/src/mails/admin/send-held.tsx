import { Button } from '@mantine/core'
import { mailCalls } from '@petsetu/contract/mails.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { IconSend } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import { requestData } from '../../lib/request-data.ts'
import { useSave } from '../../ui/form/use-save.ts'
import classes from './mails-page.module.css'

/** Sends the held mails all at once, for when there is a mail server again. */
export function SendHeld() {
  const text = useText()
  const sending = useSave<null, { queued: number; has_more: boolean }>({
    call: mailCalls.sendHeld,
    send: () => requestData(mailCalls.sendHeld, {}),
    confirm: () => ({
      title: text('mailList.sendHeldQuestion'),
      children: text('mailList.sendHeldExplanation'),
      confirmLabel: text('mailList.sendHeld'),
    }),
    invalidates: [mailCalls.listAll],
    success: ({ queued, has_more }) => {
      if (queued === 0) return text('mailList.nothingToSend')
      return text(has_more ? 'mailList.heldQueuedInPart' : 'mailList.heldQueued', counted(queued))
    },
    failure: { fallback: text('mailList.sendHeldFailed') },
  })
  return (
    <Button
      className={classes.sendHeld ?? ''}
      variant="default"
      leftSection={<IconSend size={18} aria-hidden />}
      loading={sending.isBusy}
      onClick={() => sending.start(null)}
    >
      {text('mailList.sendHeld')}
    </Button>
  )
}
