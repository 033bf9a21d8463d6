import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '../../../people/auth/session.ts'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { contactLinks, whatsAppNumberOf } from '../../../platform/lib/contact-links.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import { CorrectLink } from '../../../platform/lists/correct-link.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { DetailList } from '../../../platform/ui/layout/detail-list.tsx'

type Person = Reply<typeof caseCalls.reveal>['data']

/** Shows the complainant, with one tap to call or to write. A name that is withheld is shown after a reason, until the page is left. */
export function Complainant({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const me = useUser()
  const [revealed, setRevealed] = useState<Person | null>(null)
  if (complaint.is_name_withheld && !revealed) return <Reveal id={complaint.id} onShown={setRevealed} />
  const { fullname, email, phone } = revealed ?? complaint
  const links = contactLinks(phone)
  const [call, another] = links.filter(({ kind }) => kind === 'phone')
  const whatsApp = whatsAppNumberOf(links)
  return (
    <>
      <DetailList
        details={[
          [text('complaintDetail.fullName'), fullname],
          [text('complaintDetail.email'), <Email key="email" address={email} />],
          [text('complaintDetail.phone'), <Phone key="phone" phone={phone} />],
        ]}
      />
      <Group gap="xs">
        {/* Each of several numbers is a link above. */}
        {call && !another && (
          <Button component="a" href={call.href} variant="outline" leftSection={<IconPhone size={18} aria-hidden />}>
            {text('caseWork.call')}
          </Button>
        )}
        {whatsApp && (
          <Button
            component="a"
            href={`https://wa.me/${whatsApp}`}
            target="_blank"
            rel="noopener noreferrer"
            variant="outline"
            leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
          >
            {text('caseWork.whatsApp')}
          </Button>
        )}
        <CorrectLink purpose="complaint" id={complaint.id} name={fullname} admin={me} />
      </Group>
    </>
  )
}

function Reveal({ id, onShown }: { id: number; onShown: (person: Person) => void }) {
  const text = useText()
  const draft = useOwnDraft(`reveal-${id}`)
  const { form, clear } = useDraftedForm({ initial: { reason: '' }, draft, errorsOf: () => ({}) })
  const { start, isBusy } = useSave({
    call: caseCalls.reveal,
    send: async (why: string) =>
      (await request(caseCalls.reveal, { params: { id: String(id) }, body: { reason: why } })).reply.data,
    invalidates: [caseCalls.listEvents],
    onSaved: (person) => {
      clear()
      onShown(person)
    },
    failure: { fallback: text('caseWork.revealFailed') },
  })
  return (
    <form onSubmit={form.onSubmit(({ reason }) => start(reason))}>
      <Stack align="flex-start">
        <Text c="dimmed">{text('caseWork.withheld')}</Text>
        <TextInput label={text('caseWork.revealReason')} maxLength={200} {...form.getInputProps('reason')} />
        <Button type="submit" variant="default" loading={isBusy}>
          {text('caseWork.reveal')}
        </Button>
      </Stack>
    </form>
  )
}

/** Makes each phone number in the text a link, or the whole text if none is recognised. */
function Phone({ phone }: { phone: string }) {
  const text = useText()
  if (!phone) return text('complaintDetail.notGiven')
  const numbers = contactLinks(phone).filter(({ kind }) => kind === 'phone')
  if (numbers.length > 1) {
    return numbers.map(({ href, text: number }, index) => (
      <span key={href}>
        {index > 0 && ', '}
        <a href={href}>{number}</a>
      </span>
    ))
  }
  const digits = phone.replace(/[^\d+]/g, '')
  return digits ? <a href={numbers[0]?.href ?? `tel:${digits}`}>{phone}</a> : phone
}

function Email({ address }: { address: string }) {
  const text = useText()
  if (!address) return text('complaintDetail.notGiven')
  // Escapes characters that would add a subject or other fields to the mail.
  return <a href={`mailto:${address.replace(/[^\w.@+-]/g, encodeURIComponent)}`}>{address}</a>
}
