import { Box, Button, Group, Text } from '@mantine/core'
import type { PayLink, PayLinkState, PayLinkWay } from '@petsetu/contract/payments/links.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { MessageId, PlainId, Translate } from '@petsetu/languages/translator.ts'
import { formatLongDay, formatLongTime } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PlainList } from '../sections.tsx'
import type { LinkKind } from './link-kinds.ts'

type Props = { kind: LinkKind; links: PayLink[]; hasPayer?: boolean }

/** Each link with what happened: sent, opened, paid. */
export function LinkList({ kind, links, hasPayer = false }: Props) {
  const text = useText()
  const revoking = useRevoke(kind)
  if (links.length === 0) return null
  return (
    <PlainList w="100%" aria-label={text('payLinks.list')}>
      {links.map((link) => (
        <Box component="li" key={link.id} pt="sm" style={{ borderTop: '1px solid var(--line)' }}>
          <Group component="p" gap="sm" m={0} style={{ rowGap: 4, overflowWrap: 'anywhere' }}>
            {hasPayer && <span>{link.payer}</span>}
            {link.amount !== null && <strong>{formatRupees(link.amount)}</strong>}
            <Text span inherit fw={600} {...(link.state === 'paid' && { c: 'var(--active)' })}>
              {text(STATES[link.state])}
            </Text>
          </Group>
          {storyOf(link, text).map((step) => (
            <Text key={step} c="dimmed">
              {step}
            </Text>
          ))}
          {link.state === 'open' && (
            <Button
              variant="subtle"
              color="heart"
              px={8}
              ml={-8}
              loading={revoking.isSaving(link.id)}
              aria-label={text('payLinks.revokeOf', { day: formatLongDay(today(new Date(link.created_at))) })}
              onClick={() => revoking.start(link)}
            >
              {text('payLinks.revoke')}
            </Button>
          )}
        </Box>
      ))}
    </PlainList>
  )
}

const STATES: Record<PayLinkState, PlainId> = {
  open: 'payLinks.open',
  paid: 'payLinks.paid',
  revoked: 'payLinks.revoked',
  expired: 'payLinks.expired',
  over: 'payLinks.over',
}

const SENT = {
  mail: 'payLinks.sentByMail',
  whatsapp: 'payLinks.sentByWhatsApp',
  print: 'payLinks.printed',
  copy: 'payLinks.wasCopied',
} as const satisfies Record<PayLinkWay, MessageId>

function storyOf({ sent_at, sent_by, opened_at, paid_at, state }: PayLink, text: Translate): string[] {
  const isOpen = state === 'open'
  return [
    sent_at && sent_by ? text(SENT[sent_by], { at: formatLongTime(sent_at) }) : isOpen && text('payLinks.notSent'),
    opened_at ? text('payLinks.opened', { at: formatLongTime(opened_at) }) : isOpen && text('payLinks.notOpened'),
    paid_at && text('payLinks.paidAt', { at: formatLongTime(paid_at) }),
  ].filter((step): step is string => typeof step === 'string')
}

function useRevoke(kind: LinkKind) {
  const text = useText()
  return useSave({
    call: kind.revoke,
    send: ({ id }: PayLink) => requestData(kind.revoke, { params: { id: String(id) } }),
    rowOf: ({ id }) => id,
    invalidates: [kind.list],
    success: () => text('payLinks.revokedNow'),
    failure: { fallback: text('payLinks.revokeFailed') },
  })
}
