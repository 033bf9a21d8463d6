import { Box, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  linkCalls,
  type MadePayLink,
  type PayLink,
  type PayLinkState,
  type PayLinkWay,
} from '@petsetu/contract/payments/links.ts'
import { paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { StatusLook } from '@petsetu/contract/platform/registry.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { MessageId, Translate } from '@petsetu/languages/translator.ts'
import { IconBrandWhatsapp, IconCopy, IconMail, IconPrinter } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { formatLongDay, formatLongTime } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { contactLinks, whatsAppLink, whatsAppNumberOf } from '../../platform/lib/contact-links.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { Loaded, type Loading } from '../../platform/ui/feedback/loaded.tsx'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PlainList } from '../../platform/ui/layout/card-parts.tsx'
import { QrCanvas } from '../qr-canvas.tsx'
import classes from './printed-link.module.css'

/** The calls for the links of one kind of thing. Each needs another duty. */
export const LINK_KINDS = {
  complaint: {
    list: linkCalls.listForComplaint,
    send: linkCalls.sendForComplaint,
    revoke: linkCalls.revokeForComplaint,
  },
  membership: {
    list: linkCalls.listForMembership,
    send: linkCalls.sendForMembership,
    revoke: linkCalls.revokeForMembership,
  },
  donation: {
    list: linkCalls.listForDonations,
    send: linkCalls.sendForDonation,
    revoke: linkCalls.revokeForDonation,
  },
} as const

/** Somebody who has got a link opens and pays it while an admin looks at the list. */
export const RELOAD_LINKS_MS = 60 * 1_000

type LinkKind = (typeof LINK_KINDS)[keyof typeof LINK_KINDS]

/**
 * The key of a complaint's new link in the cache of this person's queries. Its address is known only when it is made; the page that made
 * it leaves it there for the page of the complaint.
 */
export const keyOfMadeLink = (complaintId: number) => ['made pay link', complaintId] as const

type ListProps = { kind: LinkKind; query: Loading<{ data: PayLink[] }>; hasPayer?: boolean }

/** Each link with what happened: sent, opened, paid. */
export function LinkList({ query, ...shown }: ListProps) {
  const text = useText()
  return (
    <Loaded query={query} skeleton={null} failure={text('payLinks.listFailed')}>
      {({ data }) => <Links links={data} {...shown} />}
    </Loaded>
  )
}

function Links({ kind, links, hasPayer = false }: Omit<ListProps, 'query'> & { links: PayLink[] }) {
  const text = useText()
  const revoking = useRevoke(kind)
  if (links.length === 0) return null
  return (
    <PlainList w="100%" aria-label={text('payLinks.list')}>
      {links.map((link) => (
        <Group
          component="li"
          key={link.id}
          justify="space-between"
          gap="0 16px"
          pt="sm"
          style={{ borderTop: '1px solid var(--line)' }}
        >
          <Box miw={0}>
            <Group component="p" gap="4px 12px" m={0} style={{ overflowWrap: 'anywhere' }}>
              {hasPayer && <span>{link.payer}</span>}
              {link.amount !== null && <strong>{formatRupees(link.amount)}</strong>}
              <Status look={LOOKS[link.state]} />
            </Group>
            <Group gap="0 24px">
              {storyOf(link, text).map((step) => (
                <Text key={step} c="dimmed">
                  {step}
                </Text>
              ))}
            </Group>
          </Box>
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
        </Group>
      ))}
    </PlainList>
  )
}

const LOOKS: Record<PayLinkState, StatusLook> = {
  open: { label: 'payLinks.open', tone: 'pending', icon: 'clock' },
  paid: paymentStatuses.captured,
  revoked: { label: 'payLinks.revoked', tone: 'expired', icon: 'back' },
  expired: { label: 'payLinks.expired', tone: 'expired', icon: 'hourglass' },
  over: { label: 'payLinks.over', tone: 'expired', icon: 'dashed' },
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

/** False once a link that was just made was withdrawn or has ended, as the list says: another one can be made then. */
export function isStillOpen({ link }: MadePayLink, links: PayLink[] | undefined): boolean {
  const listed = links?.find(({ id }) => id === link.id)
  return !listed || listed.state === 'open' || listed.state === 'paid'
}

/** True once a link that was just made was paid, as the list says: there is nothing to hand over any more. */
export function isPaid({ link }: MadePayLink, links: PayLink[] | undefined): boolean {
  return links?.find(({ id }) => id === link.id)?.state === 'paid'
}

type Props = { kind: LinkKind; made: MadePayLink }

/** A link that was just made, with every way to hand it over. Making it again while it is open shows the same one. */
export function NewLink({ kind, made }: Props) {
  const text = useText()
  const { url, phone, can_mail } = made
  const sending = useSend({ kind, made })
  const number = whatsAppNumberOf(contactLinks(phone)) ?? ''
  return (
    <Stack align="flex-start" gap="sm" w="100%">
      <TextInput
        w="100%"
        label={text('payLinks.newLink')}
        description={`${text('payLinks.until', { day: formatLongDay(today(new Date(made.link.expires_at))) })} ${text('payLinks.again')}`}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={() => {
                copy()
                sending.start('copy')
              }}
            >
              {text(copied ? 'payLinks.copied' : 'payLinks.copy')}
            </Button>
          )}
        </CopyButton>
        {can_mail && (
          <Button
            variant="default"
            loading={sending.isSaving('mail')}
            leftSection={<IconMail size={18} aria-hidden />}
            onClick={() => sending.start('mail')}
          >
            {text('payLinks.mail')}
          </Button>
        )}
        <Button
          component="a"
          href={whatsAppLink(made.text, number)}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
          onClick={() => sending.start('whatsapp')}
        >
          {text('payLinks.whatsApp')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => {
            sending.start('print')
            printSheet()
          }}
        >
          {text('payLinks.print')}
        </Button>
      </Group>
      <QrCanvas value={url} label={text('payLinks.qr')} isForScreen />
      {createPortal(<Sheet made={made} />, document.body)}
    </Stack>
  )
}

/** Sends the mail, or notes how the link was handed over. */
function useSend({ kind, made: { link, url } }: Props) {
  const text = useText()
  const token = url.split('/').at(-1) ?? ''
  return useSave({
    call: kind.send,
    send: (by: PayLinkWay) =>
      requestData(kind.send, {
        params: { id: String(link.id) },
        body: { by, token },
      }),
    rowOf: (by) => by,
    invalidates: [kind.list],
    onSaved: (_, by) => {
      if (by === 'mail') showSuccess(text('payLinks.mailed'))
    },
    failure: { fallback: text('payLinks.sendFailed') },
  })
}

const PRINTS = 'pay-link'

/** Only the sheet is printed, wherever on the page the link was made. */
function printSheet(): void {
  document.body.dataset.prints = PRINTS
  addEventListener('afterprint', () => delete document.body.dataset.prints, { once: true })
  window.print()
}

/** The link on paper, with payee, item, day and address in the words of the message. It is seen only there. */
function Sheet({ made: { link, url, text: message } }: Pick<Props, 'made'>) {
  const text = useText()
  return (
    <div className={classes.sheet} aria-hidden>
      {link.amount !== null && <p className={classes.amount}>{formatRupees(link.amount)}</p>}
      <p>{message}</p>
      <QrCanvas value={url} label={text('payLinks.qr')} isForScreen />
    </div>
  )
}
