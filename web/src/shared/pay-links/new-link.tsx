import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import type { MadePayLink, PayLinkWay } from '@petsetu/contract/payments/links.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconBrandWhatsapp, IconCopy, IconMail, IconPrinter } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { contactLinks, whatsAppLink, whatsAppNumberOf } from '../../platform/lib/contact-links.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { QrCanvas } from '../qr-canvas.tsx'
import type { LinkKind } from './link-kinds.ts'
import classes from './printed-link.module.css'

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
      <p>{text('payLinks.scan')}</p>
      <QrCanvas value={url} label={text('payLinks.qr')} isForScreen />
    </div>
  )
}
