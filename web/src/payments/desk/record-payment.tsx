import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type DeskPayment, DeskPaymentForm, type DeskSubject, deskCalls } from '@petsetu/contract/payments/desk.ts'
import { DeskMode, deskModes } from '@petsetu/contract/payments/payments.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { type Purpose, purposes } from '@petsetu/contract/platform/purposes.ts'
import { keysOf } from '@petsetu/contract/platform/registry.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDebouncedSearchParam } from '../../platform/lib/address/use-list-param.ts'
import { typedRupees } from '../../platform/lib/amounts.ts'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import { DayInput } from '../../platform/ui/fields/day-input.tsx'
import { FieldRow } from '../../platform/ui/fields/field-row.tsx'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { PlainList, TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import classes from './desk.module.css'
import { CALLS_WITH_DESK_MONEY, namedWithPayer, WRAPPED } from './desk-columns.tsx'
import { NewDonation, NewMember } from './new-person.tsx'

/** The forms for somebody new at the desk. A complaint has a page of its own. */
const WALK_INS: Record<Exclude<Purpose, 'complaint'>, { label: PlainId; Form: typeof NewMember }> = {
  membership: { label: 'desk.newMember', Form: NewMember },
  donation: { label: 'desk.newDonation', Form: NewDonation },
}

type Step =
  | { kind: 'find'; taken: DeskPayment | null; member: DeskSubject | null }
  | { kind: 'new'; purpose: keyof typeof WALK_INS }
  | { kind: 'take'; subject: DeskSubject }

const FIND = { kind: 'find', taken: null, member: null } as const satisfies Step

/** Finds what is to be paid, or writes down somebody new, and then takes the money. */
export function RecordPayment() {
  const text = useText()
  const [step, setStep] = useState<Step>(FIND)
  const close = () => goTo(FIND)
  const NewPerson = step.kind === 'new' ? WALK_INS[step.purpose].Form : null
  // A plan without a price has begun already.
  const onEntered = (subject: DeskSubject) =>
    goTo(subject.amount === 0 ? { ...FIND, member: subject } : { kind: 'take', subject })

  function goTo(next: Step) {
    setStep(next)
    // The button that leads there goes with its own step.
    restoreFocus()
  }

  return (
    <TitledCard title={text(headingOf(step))} className={classes.onScreen} mb="lg">
      {step.kind === 'find' && (
        <>
          {step.taken && <Taken payment={step.taken} />}
          {step.member && (
            <Notice kind="done" takesFocus>
              {text('desk.memberActive', { name: step.member.payer })}
            </Notice>
          )}
          <FindSubject onChoose={(subject) => goTo({ kind: 'take', subject })} />
          <WalkIn onNew={(purpose) => goTo({ kind: 'new', purpose })} />
        </>
      )}
      {NewPerson && <NewPerson onEntered={onEntered} onClose={close} />}
      {step.kind === 'take' && (
        <TakeMoneyForm
          key={`${step.subject.purpose} ${step.subject.subject_id}`}
          subject={step.subject}
          onTaken={(taken) => goTo({ ...FIND, taken })}
          onClose={close}
        />
      )}
    </TitledCard>
  )
}

function headingOf(step: Step): PlainId {
  return step.kind === 'new' ? WALK_INS[step.purpose].label : 'desk.take'
}

/** Says what was taken, with the receipt to hand over. */
function Taken({ payment: { state, amount, receipt_path } }: { payment: DeskPayment }) {
  const text = useText()
  const fill = { amount: formatRupees(amount) }
  return (
    <Notice kind="done" takesFocus>
      {text(state === 'pending' ? 'desk.chequeTaken' : 'desk.taken', fill)}{' '}
      {receipt_path !== null && <a href={receipt_path}>{text('desk.receipt')}</a>}
    </Notice>
  )
}

/** For somebody who has not filled in anything yet. */
function WalkIn({ onNew }: { onNew: (purpose: keyof typeof WALK_INS) => void }) {
  const text = useText()
  const user = useUser()
  return (
    <Group gap="8px 12px">
      <Text c="dimmed" w={{ base: '100%', sm: 'auto' }}>
        {text('desk.walkIn')}
      </Text>
      {keysOf(WALK_INS).map((purpose) => (
        <Button key={purpose} variant="default" onClick={() => onNew(purpose)}>
          {text(WALK_INS[purpose].label)}
        </Button>
      ))}
      {user && hasDuty(user, 'cases') && (
        <Button component={Link} to={paths.enterComplaint.to({}, { source: 'desk' })} variant="default">
          {text('desk.newComplaint')}
        </Button>
      )}
    </Group>
  )
}

function FindSubject({ onChoose }: { onChoose: (subject: DeskSubject) => void }) {
  const text = useText()
  const { typed, setTyped, settled } = useDebouncedSearchParam('find')
  const found = useQuery({
    ...callQuery(deskCalls.subjects, { query: { search: settled } }),
    enabled: settled !== '',
  })
  return (
    <div>
      <TextInput
        type="search"
        label={text('desk.search')}
        description={text('desk.searchHint')}
        autoComplete="off"
        maxLength={100}
        leftSection={<IconSearch size={20} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {found.data?.data.length === 0 && (
          <Text c="dimmed" mt="xs">
            {text('desk.nothingFound')}
          </Text>
        )}
      </div>
      <Loaded query={found} skeleton={null} failure={text('desk.searchFailed')}>
        {({ data: subjects }) => (
          <PlainList gap={0} mt={subjects.length > 0 ? 'sm' : 0}>
            {subjects.map((subject) => (
              <Group
                component="li"
                key={`${subject.purpose} ${subject.subject_id}`}
                justify="space-between"
                gap="xs"
                py="xs"
                style={{ borderTop: '1px solid var(--line)', overflowWrap: 'anywhere' }}
              >
                <span>
                  <strong>{subject.payer}</strong>
                  {' · '}
                  {text(purposes[subject.purpose].label)} {subject.subject_id}
                  {subject.amount !== null && ` · ${formatRupees(subject.amount)}`}
                </span>
                <Button
                  variant="default"
                  aria-label={`${text('desk.choose')}: ${namedWithPayer(subject, text)}`}
                  onClick={() => onChoose(subject)}
                >
                  {text('desk.choose')}
                </Button>
              </Group>
            ))}
          </PlainList>
        )}
      </Loaded>
    </div>
  )
}

const errorsOf = schemaErrors(DeskPaymentForm)

type Values = { mode: DeskMode; amount: string; reference: string; bank: string; cheque_date: string }

type Props = { subject: DeskSubject; onTaken: (payment: DeskPayment) => void; onClose: () => void }

/** Records the amount and the way of a payment. */
function TakeMoneyForm({ subject, onTaken, onClose }: Props) {
  const text = useText()
  const { form, forgetDraft, formProps, isBusy, failure } = useTakeMoney(subject, onTaken)
  const { mode } = form.getValues()

  async function leave() {
    await forgetDraft()
    onClose()
  }

  return (
    <form {...formProps} aria-label={text('desk.take')}>
      <Stack>
        <p style={{ ...WRAPPED, margin: 0 }}>
          <strong>{subject.payer}</strong> · {text(purposes[subject.purpose].label)} {subject.subject_id}
        </p>
        <FieldRow>
          <NativeSelect
            label={text('desk.mode')}
            data={DeskMode.options.map((value) => ({ value, label: text(deskModes[value].label) }))}
            {...form.getInputProps('mode')}
          />
          <TextInput label={text('desk.amount')} inputMode="decimal" required {...form.getInputProps('amount')} />
          {mode !== 'cash' && (
            <TextInput
              label={text(mode === 'cheque' ? 'desk.chequeNumber' : 'desk.upiReference')}
              required
              autoComplete="off"
              {...form.getInputProps('reference')}
            />
          )}
          {mode === 'cheque' && (
            <>
              <TextInput label={text('desk.bank')} required {...form.getInputProps('bank')} />
              <DayInput label={text('desk.chequeDate')} {...form.getInputProps('cheque_date')} />
            </>
          )}
        </FieldRow>
        {mode === 'cheque' && <Text c="dimmed">{text('desk.chequeHint')}</Text>}
        {mode === 'cash' && <MuchCash subject={subject} rupees={typedRupees(form.getValues().amount)} />}
        {failure && <Notice kind="failed">{failure}</Notice>}
        <Group gap="sm">
          <Button variant="default" disabled={isBusy} onClick={leave}>
            {text('controls.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {text('desk.record')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Warns before one person gives more cash on one day than the settings allow; the admin decides. */
function MuchCash({ subject: { purpose, subject_id, payer }, rupees }: { subject: DeskSubject; rupees: number }) {
  const text = useText()
  const query = { purpose, subject_id: String(subject_id) }
  const cash = useQuery(callQuery(deskCalls.cashToday, { query }))
  if (!cash.data) return null
  const { given, limit } = cash.data.data
  if (!(given + rupees > limit)) return null
  const fill = { name: payer, given: formatRupees(given), limit: formatRupees(limit) }
  return <Notice kind="info">{text('desk.muchCash', fill)}</Notice>
}

/** The fields of a payment at the desk. What is due is filled in already. */
function useTakeMoney(subject: DeskSubject, onTaken: Props['onTaken']) {
  const text = useText()
  const bodyOf = ({ mode, amount, reference, bank, cheque_date }: Values) => ({
    purpose: subject.purpose,
    subject_id: subject.subject_id,
    mode,
    amount: typedRupees(amount),
    // Only the fields that this mode shows: the error of a hidden one would be hidden, too.
    ...(mode !== 'cash' && { reference }),
    ...(mode === 'cheque' && { bank, cheque_date }),
  })
  const { form, forgetDraft } = useDraftedForm<Values>({
    initial: {
      mode: 'cash',
      reference: '',
      bank: '',
      cheque_date: '',
      amount: String(subject.amount ?? FILING_FEE_RUPEES_MIN),
    },
    draft: useOwnDraft(`take-${subject.purpose}-${subject.subject_id}`),
    errorsOf: (values) => errorsOf(bodyOf(values)),
    checksOnBlur: false,
  })
  const { save } = useSave({
    call: deskCalls.take,
    send: (values: Values, options) => requestData(deskCalls.take, { body: bodyOf(values) }, options),
    rowOf: () => `${subject.purpose} ${subject.subject_id}`,
    invalidates: CALLS_WITH_DESK_MONEY,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('desk.takeFailed'), async (values) => {
    const payment = await save(values)
    await forgetDraft()
    onTaken(payment)
  })
  return { form, forgetDraft, formProps, isBusy, failure }
}
