import { Box, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type CashSheet, cashSheetCalls, HandoverForm, type HandoverKind } from '@petsetu/contract/payments/books.ts'
import type { DeskPayment } from '@petsetu/contract/payments/desk.ts'
import { purposes } from '@petsetu/contract/platform/purposes.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { typedRupees } from '../../platform/lib/amounts.ts'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { isFinishedDay } from '../../platform/lists/list-filters.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { DayInput } from '../../platform/ui/fields/day-input.tsx'
import { FieldRow } from '../../platform/ui/fields/field-row.tsx'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import card from '../../platform/ui/layout/card.module.css'
import { SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import { DataTable } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'
import classes from './desk.module.css'
import { columnsOf, WRAPPED } from './desk-columns.tsx'

// Long enough to avoid a request for every digit.
const SETTLE_MS = 250

/** The cash sheet of an admin and a day; at first, one's own of today. */
export function CashSheetSection() {
  const text = useText()
  const [typed, setTyped] = useState<string | null>(null)
  // The server's day is known once it has answered.
  const shown = typed ?? serverToday()
  const [settled] = useDebouncedValue(shown, SETTLE_MS)
  const [day, setDay] = useState(settled)
  if (settled !== day && isFinishedDay(settled)) setDay(settled)
  const [adminId, setAdminId] = useState<string | null>(null)
  const [isHandingOver, setHandingOver] = useState(false)
  const query = { day, ...(adminId !== null && { admin_id: adminId }) }
  const sheet = useQuery({ ...callQuery(cashSheetCalls.read, { query }), placeholderData: keepPreviousData })
  const data = sheet.data?.data
  const of = data?.recorded_cash === 'shown' ? data.admin : null
  return (
    <Box component="section" mb="lg" aria-labelledby="cash-sheet">
      <SectionHeading id="cash-sheet">{text('desk.cashSheet')}</SectionHeading>
      <Group className={classes.onScreen ?? ''} align="end" gap="sm" my="sm">
        <DayInput
          flex="1 1 8.5rem"
          maw={220}
          label={text('desk.day')}
          max={serverToday()}
          value={shown}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {data && (
          <NativeSelect
            flex="1 1 7rem"
            maw={220}
            label={text('desk.admin')}
            data={data.admins.map(({ id, username }) => ({ value: String(id), label: username }))}
            value={String(data.admin.id)}
            onChange={(event) => setAdminId(event.currentTarget.value)}
          />
        )}
        <Group gap="sm" ml={{ sm: 'auto' }}>
          <DownloadButton call={cashSheetCalls.csv} input={{ query }} failure={text('controls.csvFailed')}>
            {text('controls.downloadCsv')}
          </DownloadButton>
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
            {text('desk.print')}
          </Button>
        </Group>
      </Group>
      {data && (
        <p className={classes.onPaper}>
          {formatLongDay(day)}, {data.admin.username}
        </p>
      )}
      <div className={classes.beside}>
        <Stack gap="sm">
          <SectionHeading order={3} size="1.125rem">
            {text('desk.sums')}
          </SectionHeading>
          <Loaded query={sheet} skeleton={<TableSkeleton rows={3} />} failure={text('desk.sheetFailed')}>
            {(shown) => (
              <Sums sheet={shown.data}>
                <Button
                  className={classes.onScreen ?? ''}
                  variant="default"
                  aria-expanded={isHandingOver}
                  style={{ alignSelf: 'flex-start' }}
                  onClick={() => setHandingOver(!isHandingOver)}
                >
                  {text('desk.openHandOver')}
                </Button>
              </Sums>
            )}
          </Loaded>
          <CashHandover key={of?.id} of={of} isOpen={isHandingOver} setOpen={setHandingOver} />
        </Stack>
        {data && data.payments.length > 0 && (
          <Stack className={classes.ofDay ?? ''} gap="sm">
            <SectionHeading order={3} size="1.125rem">
              {text('desk.ofDay')}
            </SectionHeading>
            <DataTable
              isDense
              caption={text('desk.ofDay')}
              columns={columnsOf(data.payments, text, 'sheet')}
              rows={data.payments}
              keyOf={({ id }) => id}
            />
          </Stack>
        )}
      </div>
    </Box>
  )
}

/** The sums of a sheet, and below them what can be done with the cash. */
function Sums({ sheet, children }: { sheet: CashSheet; children: ReactNode }) {
  const text = useText()
  const sums = sumsOf(sheet, text)
  if (sums.every(({ amount }) => amount === 0) && sheet.payments.length === 0 && sheet.handovers.length === 0)
    return (
      <Stack className={card.card} gap="sm">
        <Text c="dimmed">{text('desk.noMoney')}</Text>
        {children}
      </Stack>
    )
  return (
    <Stack className={card.card} gap="sm">
      <dl className={classes.sums}>
        {sums
          .filter(({ amount, isAlwaysShown, notes = [] }) => isAlwaysShown || amount !== 0 || notes.length > 0)
          .map(({ label, amount, isTotal, notes = [] }) => (
            <div key={label} data-total={isTotal}>
              <dt>
                {label}
                {notes.map(({ id, words }) => (
                  <small key={id} style={WRAPPED}>
                    {words}
                  </small>
                ))}
              </dt>
              <dd>{formatRupees(amount)}</dd>
            </div>
          ))}
      </dl>
      {children}
    </Stack>
  )
}

type Note = { id: number; words: string }

/** A sum that did not move says nothing; what was there at the start and at the end always does. `notes` say what it is made of. */
type ShownSum = { label: string; amount: number; isAlwaysShown?: true; isTotal?: true; notes?: Note[] }

function sumsOf(sheet: CashSheet, text: Translate): ShownSum[] {
  const { opening, taken, given_back, given_back_payments, handed_over, received, handovers, closing } = sheet
  const payerOf = ({ payer, purpose, subject_id }: DeskPayment) =>
    [payer && shownWords(payer, text), `${text(purposes[purpose].label)} ${subject_id}`].filter(Boolean).join(', ')
  const handoversOf = (wanted: HandoverKind) => {
    const moved = handovers.filter(({ kind }) => kind === wanted)
    return notesOf(moved, ({ note }) => note)
  }
  return [
    { label: text('desk.opening'), amount: opening, isAlwaysShown: true },
    { label: text('desk.takenCash'), amount: taken.cash },
    { label: text('desk.givenBack'), amount: given_back, notes: notesOf(given_back_payments, payerOf) },
    { label: text('desk.handedOver'), amount: handed_over, notes: handoversOf('handed_over') },
    { label: text('desk.received'), amount: received, notes: handoversOf('received') },
    { label: text('desk.closing'), amount: closing, isAlwaysShown: true, isTotal: true },
    { label: text('desk.takenCheques'), amount: taken.cheque },
    { label: text('desk.takenUpi'), amount: taken.upi },
  ]
}

/** The amount of one alone is the sum. */
function notesOf<M extends { id: number; amount: number }>(moved: M[], wordsOf: (one: M) => string): Note[] {
  return moved.map((one) => ({
    id: one.id,
    words: moved.length === 1 ? wordsOf(one) : `${formatRupees(one.amount)} · ${wordsOf(one)}`,
  }))
}

const errorsOf = schemaErrors(HandoverForm)

type Values = { kind: HandoverKind; amount: string; note: string }

const bodyOf = ({ amount, ...values }: Values) => ({ ...values, amount: typedRupees(amount) })

type Props = { of: CashSheet['admin'] | null; isOpen: boolean; setOpen: (isOpen: boolean) => void }

/**
 * Records one's own cash, or that of another admin who cannot any more, that went to the bank or to somebody, or came from there. A draft
 * opens the form.
 */
function CashHandover({ of, isOpen, setOpen }: Props) {
  const text = useText()
  const name = of?.username ?? ''
  const title = of ? text('desk.handOverOf', { name }) : text('desk.handOver')
  const { form, clear, isRestored } = useDraftedForm<Values>({
    initial: { kind: 'handed_over', amount: '', note: '' },
    draft: useOwnDraft(of ? `hand-over-${of.id}` : 'hand-over'),
    errorsOf: (values) => errorsOf(bodyOf(values)),
    checksOnBlur: false,
  })
  useEffect(() => {
    if (isRestored) setOpen(true)
  }, [isRestored, setOpen])
  const { save } = useSave({
    call: cashSheetCalls.handOver,
    send: (values: Values, options) => {
      const body = { ...bodyOf(values), ...(of && { admin_id: of.id }) }
      return requestData(cashSheetCalls.handOver, { body }, options)
    },
    invalidates: [cashSheetCalls.read],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('desk.changeFailed'), async (values) => {
    const { closing } = await save(values)
    clear()
    const amount = formatRupees(closing)
    showSuccess(of ? text('desk.inHandOf', { name, amount }) : text('desk.inHand', { amount }))
  })
  if (!isOpen) return null
  return (
    <form {...formProps} className={classes.onScreen} aria-label={title}>
      <Stack className={card.card}>
        <SectionHeading order={3} size="1.125rem">
          {title}
        </SectionHeading>
        <FieldRow>
          <NativeSelect
            label={text('desk.direction')}
            data={[
              { value: 'handed_over', label: text('desk.handedOver') },
              { value: 'received', label: text('desk.received') },
            ]}
            {...form.getInputProps('kind')}
          />
          <TextInput label={text('desk.amount')} inputMode="decimal" required {...form.getInputProps('amount')} />
          <TextInput label={text('desk.fromOrTo')} required maxLength={200} {...form.getInputProps('note')} />
        </FieldRow>
        {failure && <Notice kind="failed">{failure}</Notice>}
        <Button type="submit" variant="default" loading={isBusy} style={{ alignSelf: 'flex-start' }}>
          {text('desk.record')}
        </Button>
      </Stack>
    </form>
  )
}
