import { Button, CopyButton, Group } from '@mantine/core'
import { type ListedMail, mailCalls, mailStates } from '@petsetu/contract/office/mails.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCopy, IconLockOpen, IconSend } from '@tabler/icons-react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/requests/request.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'

// A mail that was no longer needed would only fail again: a newer letter took its place, or what it reminds of is done.
const canBeSentAgain = ({ state, is_blocked, subject, failure }: ListedMail) =>
  mailStates[state].canBeSentAgain && !is_blocked && subject !== null && failure !== 'unwanted'

export const hasActions = (mail: ListedMail) => mail.link !== null || mail.is_blocked || canBeSentAgain(mail)

/** Offers the actions of an admin on a mail. A mail to a blocked address can be sent again once it is unblocked. */
export function MailActions({ mail }: { mail: ListedMail }) {
  const text = useText()
  const sendAgain = useSendAgain()
  const unblock = useUnblock()
  const unblockSince = useUnblockSince()
  const of = [addressOf(mail, text), mail.subject].filter(Boolean).join(', ')
  return (
    <Group component="span" gap="4px 16px">
      {mail.link !== null && (
        <CopyButton value={mail.link}>
          {({ copied, copy }) => (
            <Action
              icon={IconCopy}
              label={text(copied ? 'mailList.copied' : 'mailList.copyLink')}
              of={of}
              onClick={copy}
            />
          )}
        </CopyButton>
      )}
      {mail.is_blocked && (
        <Action
          icon={IconLockOpen}
          label={text('mailList.unblock')}
          of={of}
          isBusy={unblock.isSaving(mail.id)}
          onClick={() => unblock.start(mail)}
        />
      )}
      {mail.is_blocked && (
        <Action
          icon={IconLockOpen}
          label={text('mailList.unblockSince')}
          of={of}
          isBusy={unblockSince.isSaving(mail.id)}
          onClick={() => unblockSince.start(mail)}
        />
      )}
      {canBeSentAgain(mail) && (
        <Action
          icon={IconSend}
          label={text('mailList.sendAgain')}
          of={of}
          isBusy={sendAgain.isSaving(mail.id)}
          onClick={() => sendAgain.start(mail)}
        />
      )}
    </Group>
  )
}

/** `of` says to whom the mail goes and about what. */
type ActionProps = { icon: typeof IconSend; label: string; of: string; isBusy?: boolean; onClick: () => void }

function Action({ icon: Icon, label, of, isBusy = false, onClick }: ActionProps) {
  return (
    <Button
      variant="subtle"
      px={8}
      ml={-8}
      leftSection={<Icon size={18} aria-hidden />}
      aria-label={`${label}: ${of}`}
      loading={isBusy}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

function useSendAgain() {
  const text = useText()
  return useSave({
    call: mailCalls.sendAgain,
    send: ({ id }: ListedMail) => request(mailCalls.sendAgain, { params: { id: String(id) } }),
    rowOf: ({ id }) => id,
    invalidates: [mailCalls.listAll],
    success: (_, mail) => text('mailList.queued', { address: addressOf(mail, text) }),
    failure: { fallback: text('mailList.sendFailed') },
  })
}

function useUnblock() {
  const text = useText()
  return useSave({
    call: mailCalls.unblock,
    send: ({ id }: ListedMail) => request(mailCalls.unblock, { params: { id: String(id) } }),
    confirm: (mail) => ({
      title: text('mailList.unblockQuestion', { address: addressOf(mail, text) }),
      children: text('mailList.unblockExplanation'),
      confirmLabel: text('mailList.unblock'),
    }),
    rowOf: ({ id }) => id,
    invalidates: [mailCalls.listAll],
    success: (_, mail) => text('mailList.unblocked', { address: addressOf(mail, text) }),
    failure: { fallback: text('mailList.unblockFailed') },
  })
}

function useUnblockSince() {
  const text = useText()
  return useSave({
    call: mailCalls.unblockSince,
    send: ({ id }: ListedMail) => requestData(mailCalls.unblockSince, { params: { id: String(id) } }),
    confirm: (mail) => ({
      title: text('mailList.unblockSinceQuestion', { address: addressOf(mail, text) }),
      children: text('mailList.unblockSinceExplanation'),
      confirmLabel: text('mailList.unblockSince'),
    }),
    rowOf: ({ id }) => id,
    invalidates: [mailCalls.listAll],
    success: ({ unblocked }) => text('mailList.unblockedSince', pluralValues(unblocked)),
    failure: { fallback: text('mailList.unblockFailed') },
  })
}

const addressOf = ({ to_address, is_address_withheld }: ListedMail, text: Translate) =>
  is_address_withheld ? text('mailList.withheld') : to_address
