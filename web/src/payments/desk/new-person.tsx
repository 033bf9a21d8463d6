import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type DeskSubject, DonorAtDesk, deskCalls, MemberAtDesk } from '@petsetu/contract/payments/desk.ts'
import { StatedSource } from '@petsetu/contract/supporters/donations.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import type { NoticePurpose } from '@petsetu/languages/notice-version.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { dataQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { allOf, Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { DonationFields } from '../../shared/payers/donation-fields.tsx'
import { bodyOf, type DonationValues, valuesFor as donationValuesFor } from '../../shared/payers/donation-values.ts'
import {
  PLAN_CALLS,
  RegistrationFields,
  type RegistrationValues,
  valuesFor as registrationValuesFor,
} from '../../shared/payers/registration-fields.tsx'
import { type AgreedChoices, AgreedFields } from '../../shared/privacy/agreed-field.tsx'

type Props = { onEntered: (subject: DeskSubject) => void; onClose: () => void }

const memberErrorsOf = schemaErrors(MemberAtDesk)
const donorErrorsOf = schemaErrors(DonorAtDesk.safeExtend({ money_source: StatedSource }))

/** Registers somebody who stands at the desk. */
export function NewMember({ onEntered, onClose }: Props) {
  const text = useText()
  const [regular, premium] = [usePlans('regular'), usePlans('premium')]
  const [choices, setChoices] = useState(useFirstChoices())
  const form = useDraftedForm<RegistrationValues>({
    initial: registrationValuesFor(null),
    draft: useOwnDraft('desk-member'),
    errorsOf: (values) => memberErrorsOf({ ...values, ...choices }),
  })
  const { save } = useSave({
    call: deskCalls.enterMember,
    send: (values: RegistrationValues) =>
      requestData(deskCalls.enterMember, { body: { ...values, language: choices.language, agreed: true } }),
    invalidates: [deskCalls.subjects],
  })
  return (
    <Loaded query={allOf([regular, premium])} skeleton={<FormSkeleton />} failure={text('desk.enterFailed')}>
      {(plans) => (
        <PersonForm
          drafted={form}
          choices={choices}
          onChoose={setChoices}
          onClose={onClose}
          purpose="membership"
          label={text('desk.newMember')}
          button={text('desk.enterMember')}
          onSubmit={async (values) => onEntered(await save(values))}
        >
          <Text c="dimmed">{text('desk.memberHint')}</Text>
          <RegistrationFields
            form={form.form}
            plans={plans.flat()}
            chosen={plans.flat().find(({ id }) => String(id) === form.form.values.plan_id)}
            isSelf={false}
          />
        </PersonForm>
      )}
    </Loaded>
  )
}

/** Writes down a donation of somebody who stands at the desk. */
export function NewDonation({ onEntered, onClose }: Props) {
  const text = useText()
  const [choices, setChoices] = useState(useFirstChoices())
  const form = useDraftedForm<DonationValues>({
    initial: donationValuesFor(null),
    draft: useOwnDraft('desk-donation'),
    errorsOf: (values) => donorErrorsOf({ ...bodyOf(values), ...choices }),
    neverKept: ['pan'],
  })
  const { save } = useSave({
    call: deskCalls.enterDonation,
    send: (values: DonationValues) => {
      const body = { ...bodyOf(values), language: choices.language, agreed: true } as const
      return requestData(deskCalls.enterDonation, { body })
    },
    invalidates: [deskCalls.subjects],
  })
  return (
    <PersonForm
      drafted={form}
      choices={choices}
      onChoose={setChoices}
      onClose={onClose}
      purpose="donation"
      label={text('desk.newDonation')}
      button={text('desk.enterDonation')}
      onSubmit={async (values) => onEntered(await save(values))}
    >
      <Text c="dimmed">{text('desk.donorHint')}</Text>
      <DonationFields form={form.form} isSelf={false} />
    </PersonForm>
  )
}

const useFirstChoices = (): AgreedChoices => ({ language: useLanguage(), agreed: false })

type FormProps<Values extends Record<string, string>> = {
  drafted: { form: UseFormReturnType<Values>; isRestored: boolean; forgetDraft: () => Promise<void> }
  choices: AgreedChoices
  onChoose: (choices: AgreedChoices) => void
  onSubmit: (values: Values) => Promise<void>
  onClose: () => void
  /** The notice that is read out. */
  purpose: NoticePurpose
  label: string
  button: string
  children: ReactNode
}

function PersonForm<Values extends Record<string, string>>(props: FormProps<Values>) {
  const text = useText()
  const { drafted, choices, onChoose, onSubmit, onClose, purpose, label, button, children } = props
  const { form, isRestored, forgetDraft } = drafted
  const { formProps, isBusy, failure } = useSubmit(form, text('desk.enterFailed'), async (values) => {
    await onSubmit(values)
    await forgetDraft()
  })

  async function leave() {
    await forgetDraft()
    onClose()
  }

  return (
    <form {...formProps} aria-label={label}>
      <Stack maw={640}>
        {failure && (
          <Notice kind="failed" takesFocus>
            {failure}
          </Notice>
        )}
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        {children}
        <AgreedFields purpose={purpose} choices={choices} form={form} onChoose={onChoose} />
        <Group gap="sm">
          <Button variant="default" disabled={isBusy} onClick={leave}>
            {text('controls.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The active plans of a category, cheapest first. */
function usePlans(category: PlanCategory) {
  return useQuery({ ...dataQuery(PLAN_CALLS[category]), select: ({ plans }) => plans })
}
