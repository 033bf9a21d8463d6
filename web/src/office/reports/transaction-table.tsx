import { Button, Text, Textarea } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { ERASED_NAME, type PaymentOrder, reportCalls, type Transaction } from '@petsetu/contract/office/reports.ts'
import {
  type DeskDetails,
  deskModes,
  type PaymentDisposition,
  paymentCalls,
  paymentDispositions,
  SETTLED_NOTE_MAX,
  type SettledAs,
} from '@petsetu/contract/payments/payments.ts'
import { type Purpose, purposes } from '@petsetu/contract/platform/purposes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { IconAlertTriangle, IconCircleCheck, IconPigMoney } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { refetch } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { RowMenu } from '../../platform/lists/row-menu.tsx'
import dialogStyles from '../../platform/ui/dialog/dialog.module.css'
import type { DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { FormDialog } from '../../platform/ui/dialog/form-dialog.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { columnAmounts } from '../../platform/ui/table/column-amounts.ts'
import { type Column, OnlyIn, sortBy } from '../../platform/ui/table/data-table.tsx'
import { RowActions } from '../../platform/ui/table/row-actions.tsx'
import { ShortText } from '../../platform/ui/table/short-text.tsx'
import {
  isFromAbroad,
  lookOfPayment,
  PaidAmount,
  type Refundable,
  settlementOf,
  useRefund,
  VoidDeskPayment,
} from '../../shared/payments/admin-payment.tsx'
import { writtenMode } from '../../shared/payments/desk-modes.ts'
import { CaseLink, PersonLink } from './record-links.tsx'
import classes from './report-cells.module.css'

type Settling = { transaction: Transaction; as: SettledAs }

export function TransactionTable({ transactions, order }: { transactions: Transaction[]; order: PaymentOrder }) {
  const text = useText()
  const refund = useRefund([reportCalls.payments, reportCalls.paymentMonths])
  const [settling, setSettling] = useState<Settling | null>(null)
  const columns: Column<Transaction>[] = [
    ...transactionColumns(transactions, text),
    {
      head: text('columns.actions'),
      inCard: 'actions',
      cell: (transaction) => (
        <RefundAction
          transaction={transaction}
          isSaving={refund.isSaving}
          onRefund={refund.start}
          onSettle={setSettling}
        />
      ),
    },
  ]
  return (
    <>
      <ListTable
        caption={text(order === 'date-desc' ? 'paymentReport.caption' : 'titles.paymentReport')}
        columns={columns}
        rows={transactions}
        keyOf={({ id }) => id}
        order={order}
        hasSortSelect
      />
      {settling && <SettleDialog {...settling} onClose={() => setSettling(null)} />}
    </>
  )
}

export function transactionColumns(transactions: Transaction[], text: Translate): Column<Transaction>[] {
  const write = columnAmounts(transactions.flatMap(({ amount, returned }) => [amount, returned]))
  return [
    { head: text('paymentReport.transactionId'), inCard: 'detail', cell: ({ id }) => id },
    {
      head: text('columns.user'),
      inCard: 'title',
      cell: ({ username, user_id }) => (
        <strong className={classes.name}>
          <PersonLink id={user_id} name={nameOr(username, text)} />
        </strong>
      ),
    },
    {
      head: text('paymentReport.plan'),
      inCard: 'value',
      cell: ({ purpose, plan_name, complaint_id }) => (
        <span className={classes.text}>
          <CaseLink id={complaint_id} name={paidFor(purpose, plan_name, text)} />
        </span>
      ),
    },
    {
      head: text('columns.amount'),
      align: 'right',
      inCard: 'end',
      isTight: true,
      sort: sortBy('amount'),
      cell: (transaction) => <PaidAmount payment={transaction} write={write} />,
    },
    {
      head: text('paymentReport.orderId'),
      inCard: 'detail',
      // The empty cell of desk money, and of money without an order of ours, shows a dash.
      cell: ({ razorpay_order_id, desk }) => razorpay_order_id && !desk && <ProviderId id={razorpay_order_id} />,
    },
    {
      head: text('columns.paymentId'),
      inCard: 'detail',
      cell: ({ razorpay_payment_id, desk }) =>
        desk ? <DeskMoney desk={desk} /> : <PaymentId id={razorpay_payment_id} />,
    },
    {
      head: text('columns.status'),
      inCard: 'value',
      cell: (transaction) => <TransactionStatus transaction={transaction} />,
    },
    {
      head: text('columns.date'),
      inCard: 'value',
      sort: sortBy('date', { isUsual: true }),
      align: 'right',
      isTight: true,
      cell: ({ created_at }) => formatMediumInstant(created_at),
    },
  ]
}

function paidFor(purpose: Purpose | null, name: string, text: Translate): string {
  const reported = purpose && purposes[purpose].reported
  return reported ? text(reported) : nameOr(name, text)
}

function nameOr(name: string, text: Translate): string {
  return name === ERASED_NAME ? text('paymentReport.erased') : name
}

/** Shows the way in which money was taken: a row the whole number and the beginning of the bank, a card also the admin. */
function DeskMoney({ desk }: { desk: DeskDetails }) {
  const text = useText()
  const { mode, reference, bank } = desk
  const taken = text('paymentReport.deskTaken', { mode: writtenMode(desk, text), admin: desk.taken_by })
  return (
    <>
      <OnlyIn place="row">
        <span className={classes.desk} title={taken}>
          {text(mode === 'upi' ? 'paymentReport.upi' : deskModes[mode].label)}{' '}
          {reference && <span className={classes.number}>{bank ? `${reference}, ` : reference}</span>}
          {bank && <ShortText title={taken}>{bank}</ShortText>}
        </span>
      </OnlyIn>
      <OnlyIn place="card">{taken}</OnlyIn>
    </>
  )
}

function PaymentId({ id }: { id: string | null }) {
  const text = useText()
  if (id) return <ProviderId id={id} />
  return (
    <Text size="xs" lh={1.2} c="dimmed">
      {text('paymentReport.noId')}
    </Text>
  )
}

const ID_END = 5

/** An id of the provider in one line. A table without room for all of it shows its end, which tells it from others; it is copied whole. */
function ProviderId({ id }: { id: string }) {
  const start = id.slice(0, -ID_END)
  return (
    <span className={classes.id} title={id}>
      {start && <span className={classes.start}>{start}</span>}
      {id.slice(-ID_END)}
    </span>
  )
}

/** A warning: one word or two for the row of a table, and the sentence for a card. */
type Warning = { short: PlainId; whole: string }

// Payments that could not be matched: an admin has to check and refund them.
const WARNINGS: Partial<Record<PaymentDisposition, { short: PlainId; whole: PlainId }>> = {
  surplus: { short: 'paymentReport.surplusShort', whole: 'paymentReport.surplus' },
  quarantined: { short: 'paymentReport.quarantinedShort', whole: 'paymentReport.quarantined' },
}

/** Shows the state of a payment, and below it what an admin did about it, or a warning while it could not be matched. */
function TransactionStatus({ transaction }: { transaction: Transaction }) {
  const text = useText()
  const underWay = transaction.is_refund_pending ? text('refundAction.underWay') : null
  const note = settlementOf(transaction, text) ?? underWay
  const warning = note === null ? warningOf(transaction, text) : undefined
  return (
    <span className={classes.status}>
      <Status look={lookOfPayment(transaction)} />
      {note && (
        <span className={classes.note}>
          <ShortText lines={1}>{note}</ShortText>
        </span>
      )}
      {warning && (
        <span className={classes.warning} title={warning.whole}>
          <IconAlertTriangle size={16} aria-hidden />
          <span className={classes.short} aria-hidden>
            {text(warning.short)}
          </span>
          <span className={classes.whole}>{warning.whole}</span>
        </span>
      )}
    </span>
  )
}

function warningOf(transaction: Transaction, text: Translate): Warning | undefined {
  const { is_refund_failed, is_return_refused, return_at } = transaction
  if (is_refund_failed || (is_return_refused && return_at === null))
    return { short: 'paymentReport.refundFailedShort', whole: text('paymentReport.refundFailed') }
  const isForeign = isFromAbroad(transaction)
  if (is_return_refused) return { short: 'paymentReport.returnRefusedShort', whole: text('refundAction.returnRefused') }
  if (return_at !== null) {
    const day = formatMediumInstant(return_at)
    return isForeign
      ? { short: 'paymentReport.fromAbroadShort', whole: text('paymentReport.fromAbroadUntil', { day }) }
      : { short: 'paymentReport.surplusShort', whole: text('paymentReport.surplusUntil', { day }) }
  }
  if (isForeign) return { short: 'paymentReport.fromAbroadShort', whole: text('refundAction.fromAbroad') }
  const known = WARNINGS[transaction.disposition]
  return known && { short: known.short, whole: text(known.whole) }
}

type Props = {
  transaction: Transaction
  isSaving: (payment: number) => boolean
  onRefund: (payment: Refundable) => void
  onSettle: (settling: Settling) => void
}

/**
 * The actions of a transaction: a captured payment can be refunded; one that is unmatched, or whose refund failed, can also be kept for
 * something or marked as settled otherwise. Money from abroad that was not taken cannot be kept.
 */
function RefundAction({ transaction, isSaving, onRefund, onSettle }: Props) {
  const text = useText()
  const { payment, amount, returned, is_refund_failed, razorpay_payment_id, status, disposition, desk } = transaction
  const isFailed = is_refund_failed || transaction.is_return_refused
  const hasMoney = status === 'captured' || is_refund_failed
  const isOver = transaction.settled_note !== null || transaction.is_refund_pending
  if (payment === null || !razorpay_payment_id || !hasMoney || isOver) return null
  if (desk) return <VoidDeskPayment />
  const isUnmatched = paymentDispositions[disposition].isUnmatched || isFailed
  const ofPayment = { payment: () => screenReaderOnly(razorpay_payment_id) }
  return (
    <RowActions>
      <Button
        variant="subtle"
        color="heart"
        px={8}
        ml={-8}
        loading={isSaving(payment)}
        onClick={() => onRefund({ id: payment, amount, returned, is_refund_failed, razorpay_payment_id })}
      >
        <RichText id="refundAction.refund" fill={ofPayment} />
      </Button>
      {isUnmatched && (
        <RowMenu
          of={transaction.id}
          actions={[
            ...(isFromAbroad(transaction)
              ? []
              : [
                  {
                    label: text('settling.keep'),
                    name: text('settling.keepNamed', { payment: razorpay_payment_id }),
                    icon: IconPigMoney,
                    onChoose: () => onSettle({ transaction, as: 'kept' as const }),
                  },
                ]),
            {
              label: text('settling.open'),
              name: text('settling.openNamed', { payment: razorpay_payment_id }),
              icon: IconCircleCheck,
              isDangerous: true,
              onChoose: () => onSettle({ transaction, as: 'returned' }),
            },
          ]}
        />
      )}
    </RowActions>
  )
}

const SETTLE_TEXTS = {
  kept: {
    question: 'settling.keepQuestion',
    consequence: 'settling.keepConsequence',
    note: 'settling.keepNote',
    noteHint: 'settling.keepHint',
    save: 'settling.keepSave',
    saved: 'settling.keepSaved',
  },
  returned: {
    question: 'settling.question',
    consequence: 'settling.consequence',
    note: 'settling.note',
    noteHint: 'settling.noteHint',
    save: 'settling.save',
    saved: 'settling.saved',
  },
} as const

// The menu counts what is not matched, and money that counts as refunded is no revenue any more.
const STALE_ONCE_SETTLED = [reportCalls.payments, reportCalls.paymentMonths, dashboardCalls.waiting]

function SettleDialog({ transaction, as, onClose }: Settling & { onClose: () => void }) {
  const text = useText()
  const { payment, amount, razorpay_payment_id } = transaction
  const texts = SETTLE_TEXTS[as]
  const isRefunded = as === 'returned' && transaction.disposition === 'applied' && transaction.is_return_refused
  const consequence = isRefunded ? 'settling.appliedConsequence' : texts.consequence
  const settled = isRefunded ? amount - transaction.returned : amount
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()
  const { form, forgetDraft } = useDraftedForm({
    initial: { note: '' },
    draft: useOwnDraft(`settle-${payment}-${as}`),
    errorsOf: ({ note }): FormErrors => (note.trim() ? {} : { note: text('settling.noteMissing') }),
    checksOnBlur: false,
  })
  const submit = useSubmit(form, text('settling.saveFailed'), async ({ note }) => {
    await request(paymentCalls.settle, { params: { id: String(payment) }, body: { note, as } })
    await forgetDraft()
    showSuccess(text(texts.saved))
    dialog.current?.close()
    await refetch(queries, ...STALE_ONCE_SETTLED)
    // The menu that opened the dialog has gone with its row.
    restoreFocus()
  })

  return (
    <FormDialog
      ref={dialog}
      title={text(texts.question)}
      {...submit}
      submitLabel={text(texts.save)}
      isDangerous
      onClose={onClose}
    >
      <p className={dialogStyles.text}>
        {text(consequence, { payment: razorpay_payment_id ?? '', amount: formatRupees(settled) })}
      </p>
      <Textarea
        label={text(texts.note)}
        description={text(texts.noteHint)}
        rows={3}
        maxLength={SETTLED_NOTE_MAX}
        required
        mb={16}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
