import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { AskedDonation, linkCalls, type MadePayLink } from '@petsetu/contract/payments/links.ts'
import {
  DONATION_CAUSES,
  MONEY_SOURCES,
  type MoneySource,
  shownCause,
} from '@petsetu/contract/supporters/donation-causes.ts'
import { StatedSource } from '@petsetu/contract/supporters/donations.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { typedRupees } from '../../../platform/lib/amounts.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { TitledCard } from '../../../platform/ui/layout/card-parts.tsx'
import { isPaid, isStillOpen, LinkList, NewLink, RELOAD_LINKS_MS } from '../../../shared/pay-links/pay-links.tsx'
import { SOURCE_LABELS } from '../../../shared/payers/donation-values.ts'
import { type AgreedChoices, AgreedFields } from '../../../shared/privacy/agreed-field.tsx'

/** A new request shows nothing, its form, or the link that the form made. */
export type NewRequest = 'form' | MadePayLink | null

type Props = { shown: NewRequest; onChange: (shown: NewRequest) => void }

/** Asks somebody who is not here for a donation: writes it down, and makes the link that pays it. */
export function AskDonation({ shown, onChange }: Props) {
  const text = useText()
  const isMade = shown !== null && shown !== 'form'
  const links = useQuery({ ...askedDonations(), refetchInterval: isMade && RELOAD_LINKS_MS }).data?.data
  if (shown === null || (shown !== 'form' && (!isStillOpen(shown, links) || isPaid(shown, links)))) return null
  return (
    <TitledCard title={text('payLinks.askHeading')} mb="lg">
      <Stack align="flex-start" gap="sm">
        <Text c="dimmed">{text('payLinks.askHint')}</Text>
        {shown === 'form' ? <AskForm onMade={onChange} onClose={() => onChange(null)} /> : <NewLink made={shown} />}
      </Stack>
    </TitledCard>
  )
}

const askedDonations = () => callQuery(linkCalls.listForDonations, {})

/** The donations that were asked for, each with what became of it. */
export function AskedDonations() {
  const text = useText()
  const links = useQuery(askedDonations())
  const isEmpty = links.data ? links.data.data.length === 0 : links.error === null
  if (isEmpty) return null
  return (
    <TitledCard title={text('payLinks.askedFor')} mt="lg">
      <LinkList
        purpose="donation"
        query={links}
        getAgain={({ id }) => requestData(linkCalls.getDonationLink, { params: { id: String(id) } })}
        hasPayer
      />
    </TitledCard>
  )
}

const NOTHING = {
  amount: '1000',
  purpose: DONATION_CAUSES[0] as string,
  name: '',
  address: '',
  phone: '',
  email: '',
  money_source: '' as MoneySource | '',
}
type Values = typeof NOTHING

const errorsOf = schemaErrors(AskedDonation.extend({ money_source: StatedSource }))
const bodyOf = ({ money_source, ...values }: Values, choices: AgreedChoices) => ({
  ...values,
  amount: typedRupees(values.amount),
  ...choices,
  money_source: money_source || undefined,
})

function AskForm({ onMade, onClose }: { onMade: (made: MadePayLink) => void; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const [choices, setChoices] = useState<AgreedChoices>({ language, agreed: false })
  const { form, isRestored, forgetDraft } = useDraftedForm<Values>({
    initial: NOTHING,
    draft: useOwnDraft('ask-donation'),
    errorsOf: (values) => errorsOf(bodyOf(values, choices)),
  })
  const { save } = useSave({
    call: linkCalls.askDonation,
    send: (values: Values) =>
      requestData(linkCalls.askDonation, { body: { ...bodyOf(values, choices), agreed: true } }),
    invalidates: [linkCalls.listForDonations],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('payLinks.makeFailed'), async (values) => {
    const made = await save(values)
    await forgetDraft()
    onMade(made)
  })
  const off = { autoComplete: 'off' }
  return (
    <form {...formProps} style={{ width: 'min(100%, 480px)' }}>
      <Stack>
        {failure && (
          <Notice kind="failed" takesFocus>
            {failure}
          </Notice>
        )}
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        <TextInput label={text('donating.amount')} inputMode="decimal" required {...form.getInputProps('amount')} />
        <NativeSelect
          label={text('donating.purpose')}
          data={DONATION_CAUSES.map((cause) => ({ value: cause, label: shownCause(cause, text) }))}
          {...form.getInputProps('purpose')}
        />
        <NativeSelect
          label={text('donating.source')}
          data={[
            { value: '', label: text('donating.choose') },
            ...MONEY_SOURCES.map((value) => ({ value, label: text(SOURCE_LABELS[value]) })),
          ]}
          required
          {...form.getInputProps('money_source')}
        />
        <TextInput label={text('registration.name')} required {...off} {...form.getInputProps('name')} />
        <Textarea label={text('registration.address')} rows={3} required {...off} {...form.getInputProps('address')} />
        <TextInput label={text('registration.phone')} type="tel" {...off} {...form.getInputProps('phone')} />
        <TextInput label={text('registration.email')} type="email" {...off} {...form.getInputProps('email')} />
        <AgreedFields purpose="donation" choices={choices} form={form} onChoose={setChoices} />
        <Group gap="sm">
          <Button variant="default" disabled={isBusy} onClick={() => void forgetDraft().then(onClose)}>
            {text('controls.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {text('payLinks.askSave')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
