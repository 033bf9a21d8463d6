import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { REASON_MAX } from '@petsetu/contract/platform/reason.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { IconCash, IconCopy, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../../people/auth/session.ts'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { contactLinks } from '../../../platform/lib/contact-links.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { CorrectLink } from '../../../platform/lists/correct-link.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { DetailList } from '../../../platform/ui/layout/detail-list.tsx'
import { CallButtons, MailLink } from '../../../shared/contact-buttons.tsx'
import classes from '../case.module.css'
import { isFeeWanted } from './fee-wanted.ts'

type Person = Reply<typeof caseCalls.reveal>['data']

/** Shows the complainant, with one tap to call or to write. A name that is withheld is shown after a reason, until the page is left. */
export function Complainant({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const me = useUser()
  const [revealed, setRevealed] = useState<Person | null>(null)
  if (complaint.is_name_withheld && !revealed) return <Reveal id={complaint.id} onShown={setRevealed} />
  const { fullname, email, phone } = revealed ?? complaint
  return (
    <>
      <DetailList
        details={[
          [text('complaintDetail.fullName'), shownWords(fullname, text)],
          [
            text('complaintDetail.email'),
            email ? <MailLink key="email" address={email} /> : text('complaintDetail.notGiven'),
          ],
          [text('complaintDetail.phone'), <Phone key="phone" phone={phone} />],
        ]}
      />
      <Group gap="0 24px">
        {/* Those of a name that is not withheld are below the title of the page. */}
        {revealed && <CallButtons phone={phone} />}
        <CorrectLink purpose="complaint" id={complaint.id} name={fullname} admin={me} />
      </Group>
    </>
  )
}

function Reveal({ id, onShown }: { id: number; onShown: (person: Person) => void }) {
  const text = useText()
  const draft = useOwnDraft(`reveal-${id}`)
  const { form, clear } = useDraftedForm({ initial: { reason: '' }, draft, errorsOf: () => ({}) })
  const { save } = useSave({
    call: caseCalls.reveal,
    send: (body: { reason: string }) => requestData(caseCalls.reveal, { params: { id: String(id) }, body }),
    invalidates: [caseCalls.listEvents],
    onSaved: (person) => {
      clear()
      onShown(person)
    },
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('caseWork.revealFailed'), save)
  return (
    <form {...formProps}>
      <Stack align="flex-start">
        <Text c="dimmed">{text('caseWork.withheld')}</Text>
        <TextInput label={text('caseWork.revealReason')} maxLength={REASON_MAX} {...form.getInputProps('reason')} />
        {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
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

/** Offers what an admin gives somebody on the phone or at the desk: a link to follow the complaint, and where to pay. */
export function ForComplainant({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const user = useUser()
  const { id } = complaint
  return (
    <Group component="section" gap="0 24px" className={classes.handOver ?? ''} aria-label={text('caseEntry.handOver')}>
      <FollowLink id={id} />
      {isFeeWanted(complaint) && user && hasDuty(user, 'money') && (
        <Button
          component={Link}
          to={paths.desk.to({}, { find: id })}
          {...QUIET}
          leftSection={<IconCash size={18} aria-hidden />}
        >
          {text('caseEntry.takeFee')}
        </Button>
      )}
    </Group>
  )
}

/** The words, not the ground of the button, begin where the facts do. */
const QUIET = { variant: 'subtle', px: 8, ml: -8 } as const

/** A new link for each press: the database knows only hashes, so that an earlier one cannot be shown again. */
function FollowLink({ id }: { id: number }) {
  const text = useText()
  const [url, setUrl] = useState<string | null>(null)
  const { start, isBusy } = useSave({
    call: caseCalls.makeFollowLink,
    send: (complaintId: number) => requestData(caseCalls.makeFollowLink, { params: { id: String(complaintId) } }, {}),
    onSaved: (made) => setUrl(made.url),
    failure: { fallback: text('caseEntry.linkFailed') },
  })
  if (url === null) {
    return (
      <Button {...QUIET} loading={isBusy} leftSection={<IconLink size={18} aria-hidden />} onClick={() => start(id)}>
        {text('caseEntry.makeLink')}
      </Button>
    )
  }
  return (
    <>
      <TextInput
        w="100%"
        label={text('caseEntry.link')}
        description={text('caseEntry.linkHint')}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
            {text(copied ? 'caseEntry.copied' : 'caseEntry.copy')}
          </Button>
        )}
      </CopyButton>
    </>
  )
}
