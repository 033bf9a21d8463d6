import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useText } from '../platform/languages/use-text.tsx'
import { contactLinks, whatsAppNumberOf } from '../platform/lib/contact-links.ts'
import { EmailAddress } from '../platform/ui/layout/email-address.tsx'

/** Call and WhatsApp with one tap. Of several numbers none is called, because nobody knows which. */
export function CallButtons({ phone, isQuiet = false }: { phone: string; isQuiet?: boolean }) {
  const text = useText()
  const links = contactLinks(phone)
  const [call, another] = links.filter(({ kind }) => kind === 'phone')
  const whatsApp = whatsAppNumberOf(links)
  const variant = isQuiet ? 'subtle' : 'default'
  return (
    <>
      {call && !another && (
        <Button component="a" href={call.href} variant={variant} leftSection={<IconPhone size={18} aria-hidden />}>
          {text('caseWork.call')}
        </Button>
      )}
      {whatsApp && (
        <Button
          component="a"
          href={`https://wa.me/${whatsApp}`}
          target="_blank"
          rel="noopener noreferrer"
          variant={variant}
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        >
          {text('caseWork.whatsApp')}
        </Button>
      )}
    </>
  )
}

/** An email address that opens the reader's mail program. */
export function MailLink({ address }: { address: string }) {
  // Escapes characters that would add a subject or other fields to the mail.
  const href = `mailto:${address.replace(/[^\w.@+-]/g, encodeURIComponent)}`
  return (
    <a href={href}>
      <EmailAddress>{address}</EmailAddress>
    </a>
  )
}
