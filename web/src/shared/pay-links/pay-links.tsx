import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  linkCalls,
  type MadePayLink,
  type PayLink,
  type PayLinkState,
  type PayLinkWay,
} from '@petsetu/contract/payments/links.ts'
import { paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
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
import fold from '../../platform/ui/layout/unfolds.module.css'
import { QrCanvas } from '../qr-canvas.tsx'
import classes from './printed-link.module.css'

// Named one by one, because the build leaves out the calls of the contract that no page names.
const CALLS = {
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
} as const satisfies Record<Purpose, object>

/** Somebody who has got a link opens and pays it while an admin looks at the list. */
export const RELOAD_LINKS_MS = 60 * 1_000

/**
 * The key of a complaint's new link in the cache of this person's queries. Its address is known only when it is made; the page that made
 * it leaves it there for the page of the complaint.
 */
export const keyOfMadeLink = (complaintId: number) => ['made pay link', complaintId] as const

/** Gets the address of an open link once more, and what else hands it over. On the link's last day it is that of a new one. */
type GetAgain = (link: PayLink) => Promise<MadePayLink>

type ListProps = {
  purpose: Purpose
  query: Loading<{ data: PayLink[] }>
  getAgain: GetAgain
  /** The link beside the list that already has every way to hand it over. */
  made?: MadePayLink | null
  /** True for the links of many payers: each row names its payer, and those that have ended are folded away. */
  hasPayer?: boolean
}

/** Each link with what happened: sent, opened, paid. One that is open can be handed over again. */
export function LinkList({ query, ...shown }: ListProps) {
  const text = useText()
  return (
    <Loaded query={query} skeleton={null} failure={text('payLinks.listFailed')}>
      {({ data }) => (shown.hasPayer ? <OpenFirst links={data} {...shown} /> : <Links links={data} {...shown} />)}
    </Loaded>
  )
}

type LinksProps = Omit<ListProps, 'query'> & { links: PayLink[] }

function OpenFirst({ links, ...shown }: LinksProps) {
  const text = useText()
  const ended = links.filter(({ state }) => state !== 'open')
  return (
    <>
      <Links links={links.filter(({ state }) => state === 'open')} {...shown} />
      {ended.length > 0 && (
        <details>
          <summary className={fold.unfolds}>{text('payLinks.earlier', { count: ended.length })}</summary>
          <Links links={ended} {...shown} />
        </details>
      )}
    </>
  )
}

function Links({ purpose, links, getAgain, made, hasPayer = false }: LinksProps) {
  const text = useText()
  const revoking = useRevoke(purpose)
  if (links.length === 0) return null
  return (
    <PlainList w="100%" aria-label={text('payLinks.list')}>
      {links.map((link) => (
        <Group
          component="li"
          key={link.id}
          justify="space-between"
          gap="4px 16px"
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
            <Group gap="xs">
              {made?.link.id !== link.id && (
                <Ways link={link} of={hasPayer ? link.payer : dayOf(link)} getMade={() => getAgain(link)} />
              )}
              <Button
                variant="subtle"
                color="gray"
                c="dimmed"
                fw={400}
                px={8}
                loading={revoking.isSaving(link.id)}
                aria-label={text('payLinks.revokeOf', { day: dayOf(link) })}
                onClick={() => revoking.start(link)}
              >
                {text('payLinks.revoke')}
              </Button>
            </Group>
          )}
        </Group>
      ))}
    </PlainList>
  )
}

const dayOf = ({ created_at }: PayLink) => formatLongDay(today(new Date(created_at)))

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

function useRevoke(purpose: Purpose) {
  const text = useText()
  const calls = CALLS[purpose]
  return useSave({
    call: calls.revoke,
    send: ({ id }: PayLink) => requestData(calls.revoke, { params: { id: String(id) } }),
    rowOf: ({ id }) => id,
    invalidates: [calls.list],
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

type Props = { made: MadePayLink }

/** A link that was just made, with every way to hand it over. Making it again while it is open shows the same one. */
export function NewLink({ made }: Props) {
  const text = useText()
  const { link, url } = made
  const getMade = () => Promise.resolve(made)
  const sending = useSend(link.purpose, getMade)
  return (
    <Stack align="flex-start" gap="sm" w="100%">
      <TextInput
        w="100%"
        label={text('payLinks.newLink')}
        description={`${text('payLinks.until', { day: formatLongDay(today(new Date(link.expires_at))) })} ${text('payLinks.again')}`}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <Ways link={link} chat={chatOf(made)} getMade={getMade} />
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => {
            sending.start({ id: link.id, by: 'print' })
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

/** Opens WhatsApp with the message that brings the link. */
const chatOf = ({ text, phone }: MadePayLink) => whatsAppLink(text, whatsAppNumberOf(contactLinks(phone)) ?? '')

type WaysProps = {
  link: PayLink
  /** Tells the buttons of a row from those of the others. */
  of?: string
  /** The address of the chat if it is known already. */
  chat?: string
  getMade: () => Promise<MadePayLink>
}

/** The ways to hand a link over to somebody who is not here. */
function Ways({ link: { id, purpose, can_mail }, of, chat, getMade }: WaysProps) {
  const text = useText()
  const sending = useSend(purpose, getMade)
  const lookOf = (by: PayLinkWay, label: string, Icon: typeof IconMail) => ({
    variant: 'default',
    leftSection: <Icon size={18} aria-hidden />,
    loading: sending.isSaving(rowOf({ id, by })),
    'aria-label': of && `${label}: ${of}`,
    children: label,
  })
  const whatsApp = lookOf('whatsapp', text('payLinks.whatsApp'), IconBrandWhatsapp)
  return (
    <>
      <Button {...lookOf('copy', text('payLinks.copy'), IconCopy)} onClick={() => sending.start({ id, by: 'copy' })} />
      {can_mail && (
        <Button
          {...lookOf('mail', text('payLinks.mail'), IconMail)}
          onClick={() => sending.start({ id, by: 'mail' })}
        />
      )}
      {chat ? (
        <Button
          {...whatsApp}
          component="a"
          href={chat}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => sending.start({ id, by: 'whatsapp' })}
        />
      ) : (
        <Button {...whatsApp} onClick={() => sending.start({ id, by: 'whatsapp', opens: true })} />
      )}
    </>
  )
}

/** `opens`: the chat is still to be opened, in a window of its own. */
type Handing = { id: number; by: PayLinkWay; opens?: boolean }

const rowOf = ({ id, by }: Handing) => `${id} ${by}`

/** Sends the mail, copies the link or opens the chat, and notes how the link was handed over. */
function useSend(purpose: Purpose, getMade: () => Promise<MadePayLink>) {
  const text = useText()
  const calls = CALLS[purpose]
  return useSave({
    call: calls.send,
    send: async ({ by, opens }: Handing) => {
      // A browser opens a window, and lets a page copy, only right after a press: the address follows.
      const chat = opens ? window.open('', '_blank') : null
      if (opens && !chat) throw new Error('The browser opened no window for the chat')
      try {
        const getting = getMade()
        const [made] = await Promise.all([getting, by === 'copy' && copyLink(getting)])
        const token = made.url.split('/').at(-1) ?? ''
        const sent = await requestData(calls.send, { params: { id: String(made.link.id) }, body: { by, token } })
        if (chat) {
          chat.opener = null
          chat.location.href = chatOf(made)
        }
        return sent
      } catch (error) {
        chat?.close()
        throw error
      }
    },
    rowOf,
    invalidates: [calls.list],
    onSaved: (_, { by }) => {
      if (by === 'mail') showSuccess(text('payLinks.mailed'))
      if (by === 'copy') showSuccess(text('payLinks.copied'))
    },
    failure: { fallback: text('payLinks.sendFailed') },
  })
}

async function copyLink(getting: Promise<MadePayLink>): Promise<void> {
  const copied = getting.then(({ url }) => new Blob([url], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': copied })])
}

const PRINTS = 'pay-link'

/** Only the sheet is printed, wherever on the page the link was made. */
function printSheet(): void {
  document.body.dataset.prints = PRINTS
  addEventListener('afterprint', () => delete document.body.dataset.prints, { once: true })
  window.print()
}

/** The link on paper, with payee, item, day and address in the words of the message. It is seen only there. */
function Sheet({ made: { link, url, text: message } }: Props) {
  const text = useText()
  return (
    <div className={classes.sheet} aria-hidden>
      {link.amount !== null && <p className={classes.amount}>{formatRupees(link.amount)}</p>}
      <p>{message}</p>
      <QrCanvas value={url} label={text('payLinks.qr')} isForScreen />
    </div>
  )
}
