import { Box, Button, Group, NativeSelect } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { DeskOrder, type DeskPayment, deskCalls, VOID_REASON_MAX } from '@petsetu/contract/payments/desk.ts'
import { deskStates } from '@petsetu/contract/payments/payments.ts'
import { pageParam } from '@petsetu/contract/platform/paging.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconBan, IconReceiptRefund } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useListParam } from '../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { type RowAction, RowMenu } from '../../platform/lists/row-menu.tsx'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import type { DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { ReasonDialog } from '../../platform/ui/dialog/reason-dialog.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import type { Column } from '../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { RowActions } from '../../platform/ui/table/row-actions.tsx'
import { CashSheetSection } from './cash-sheet.tsx'
import classes from './desk.module.css'
import { CALLS_WITH_DESK_MONEY, columnsOf, namedWithPayer } from './desk-columns.tsx'
import { RecordPayment } from './record-payment.tsx'

/** Money taken by hand: a form to take it, what waits for the bank or for a second admin, and the cash sheet of a day. */
export function DeskPage() {
  const text = useText()
  return (
    <>
      <PageTitle hint={text('desk.hint')}>{text('titles.desk')}</PageTitle>
      <RecordPayment />
      <DeskList />
      <CashSheetSection />
    </>
  )
}

type View = 'cheques' | 'voids' | 'all'

/** `label` in the select, `heading` above the list. */
type ViewEntry = { label: PlainId; heading: PlainId; query: { state?: 'pending'; void_asked?: 'yes' } }

const VIEWS: Record<View, ViewEntry> = {
  cheques: { label: 'desk.cheques', heading: 'desk.chequesWaiting', query: { state: 'pending' } },
  voids: { label: 'desk.voidsWaiting', heading: 'desk.voidsWaiting', query: { void_asked: 'yes' } },
  all: { label: 'desk.allMoney', heading: 'desk.money', query: {} },
}

const viewOf = (param: string | null): View => (param === 'voids' || param === 'all' ? param : 'cheques')

/** Lists money that waits for the bank or for a second admin, or all that was taken at the desk. */
function DeskList() {
  const text = useText()
  const [params] = useSearchParams()
  const setParam = useListParam()
  const [view, page] = [viewOf(params.get('view')), pageParam(params)]
  const sort = DeskOrder.safeParse(params.get('sort')).data
  const order = sort ?? 'taken-desc'
  const query = { ...VIEWS[view].query, page: String(page), limit: '10', ...(sort && { sort }) }
  const list = useQuery({ ...callQuery(deskCalls.list, { query }), placeholderData: keepPreviousData })

  return (
    <Box component="section" className={classes.onScreen ?? ''} mb="lg" aria-label={text('desk.money')}>
      <Group justify="space-between" gap="xs" mb="sm">
        <SectionHeading id="desk-money">{text(VIEWS[view].heading)}</SectionHeading>
        <Group gap="sm" w={{ base: '100%', sm: 'auto' }}>
          <NativeSelect
            w={{ base: '100%', sm: 280 }}
            aria-label={text('desk.show')}
            data={Object.entries(VIEWS).map(([value, { label }]) => ({ value, label: text(label) }))}
            value={view}
            onChange={(event) => setParam('view', event.currentTarget.value)}
          />
          {(list.data?.pagination.total ?? 0) > 1 && <SortSelect columns={columnsOf([], text, 'list')} order={order} />}
          <DownloadCsv call={deskCalls.csv} input={{ query: VIEWS[view].query }} />
        </Group>
      </Group>
      <ListPage
        list={list}
        page={page}
        lastPageOf={({ pagination }) => pagination.last_page}
        totalOf={({ pagination }) => pagination.total}
        addressOf={(last) => paths.desk.to({}, { view, page: last > 1 ? last : null, sort: sort ?? null })}
        skeleton={<TableSkeleton rows={3} />}
        failure={text('desk.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState picture="papers" message={text('desk.nothingWaits')} />
          ) : (
            <DeskTable payments={data} caption={text(VIEWS[view].heading)} order={order} />
          )
        }
      </ListPage>
    </Box>
  )
}

type TableProps = { payments: DeskPayment[]; caption: string; order: DeskOrder }

function DeskTable({ payments, caption, order }: TableProps) {
  const text = useText()
  const [voided, setVoided] = useState<DeskPayment | null>(null)
  const columns: Column<DeskPayment>[] = [
    ...columnsOf(payments, text, 'list'),
    {
      head: text('columns.actions'),
      inCard: 'actions',
      cell: (payment) => <DeskActions payment={payment} onVoid={setVoided} />,
    },
  ]
  return (
    <>
      <ListTable
        caption={caption}
        columns={columns}
        rows={payments}
        keyOf={({ id }) => id}
        order={order}
        hasSortSelect
      />
      {voided && <VoidDialog payment={voided} onClose={() => setVoided(null)} />}
    </>
  )
}

/** Asks for the reason to void money of the desk; the second admin sees the reason of the first and agrees. */
function VoidDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const text = useText()
  const { id, amount, payer, void_reason: reason } = payment
  const dialog = useRef<DialogHandle>(null)
  const { save } = useSave({
    call: deskCalls.void,
    send: (body: { reason: string }) => requestData(deskCalls.void, { params: { id: String(id) }, body }),
    invalidates: CALLS_WITH_DESK_MONEY,
  })

  async function voidIt(body: { reason: string }) {
    const { state } = await save(body)
    showSuccess(text(state === 'void' ? 'desk.voidDone' : 'desk.voidNeedsAnother'))
    dialog.current?.close()
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`void-${id}`)}
      title={text('desk.voidQuestion', { amount: formatRupees(amount), payer })}
      explanation={text('desk.voidExplanation')}
      label={text('desk.reason')}
      maxLength={VOID_REASON_MAX}
      given={reason}
      submitLabel={text(reason === null ? 'desk.voidIt' : 'desk.agreeToVoid')}
      isDangerous
      failureText={text('desk.changeFailed')}
      onSubmit={voidIt}
      onClose={onClose}
    />
  )
}

/** Offers the actions of an admin on money of the desk. */
export function DeskActions({ payment, onVoid }: { payment: DeskPayment; onVoid: (payment: DeskPayment) => void }) {
  const text = useText()
  const clear = useDecision(deskCalls.clear, {
    question: 'desk.clearQuestion',
    explanation: 'desk.clearExplanation',
    label: 'desk.clear',
    done: 'desk.clearDone',
  })
  const bounce = useDecision(deskCalls.bounce, {
    question: 'desk.bounceQuestion',
    explanation: 'desk.bounceExplanation',
    label: 'desk.bounce',
    done: 'desk.bounceDone',
  })
  const withdraw = useDecision(deskCalls.withdrawVoid, {
    question: 'desk.withdrawQuestion',
    explanation: 'desk.withdrawExplanation',
    label: 'desk.withdraw',
    done: 'desk.withdrawDone',
  })
  const { id, payer, state, void_asked_at, void_asked_by_id, receipt_path, refund_receipt_path } = payment
  const isAsked = void_asked_at !== null
  // The admin who asked for it can take the wish back, or anybody once they have left; another one agrees to it.
  const isMine = useUser()?.id === void_asked_by_id
  const canWithdraw = state !== 'void' && isAsked && (isMine || void_asked_by_id === null)
  const canVoid = deskStates[state].isValid && !(isAsked && isMine)
  const voidLabel = text(isAsked ? 'desk.agreeToVoid' : 'desk.voidIt')
  // Only an empty cell has its dash in the table, and no line in a card.
  if (!deskStates[state].isValid && !canWithdraw && !receipt_path && !refund_receipt_path) return null
  const ofCheque: RowAction[] = [
    {
      label: text('desk.bounce'),
      name: `${text('desk.bounce')}: ${payer}`,
      icon: IconReceiptRefund,
      isBusy: bounce.isSaving(id),
      isDangerous: true,
      onChoose: () => bounce.start(payment),
    },
  ]
  if (canVoid)
    ofCheque.push({
      label: voidLabel,
      name: `${voidLabel}: ${payer}`,
      icon: IconBan,
      isDangerous: true,
      onChoose: () => onVoid(payment),
    })
  const of = namedWithPayer(payment, text)
  return (
    <RowActions>
      {state === 'pending' && (
        <Button
          variant="subtle"
          px={8}
          ml={-8}
          aria-label={`${text('desk.clear')}: ${of}`}
          loading={clear.isSaving(id)}
          onClick={() => clear.start(payment)}
        >
          {text('desk.clear')}
        </Button>
      )}
      {canVoid && state !== 'pending' && (
        <Button
          variant="subtle"
          color="heart"
          px={8}
          ml={-8}
          aria-label={`${voidLabel}: ${of}`}
          onClick={() => onVoid(payment)}
        >
          {voidLabel}
        </Button>
      )}
      {canWithdraw && (
        <Button
          variant="subtle"
          px={8}
          ml={-8}
          aria-label={`${text('desk.withdraw')}: ${of}`}
          loading={withdraw.isSaving(id)}
          onClick={() => withdraw.start(payment)}
        >
          {text('desk.withdraw')}
        </Button>
      )}
      {receipt_path && <ReceiptLink path={receipt_path} of={of} label={text('desk.receipt')} />}
      {refund_receipt_path && <ReceiptLink path={refund_receipt_path} of={of} label={text('receipts.refundReceipt')} />}
      {state === 'pending' && <RowMenu of={payer} actions={ofCheque} />}
    </RowActions>
  )
}

/** `of` says whose receipt it is. */
function ReceiptLink({ path, of, label }: { path: string; of: string; label: string }) {
  return (
    <Button component="a" href={path} variant="subtle" px={8} ml={-8} aria-label={`${label}: ${of}`}>
      {label}
    </Button>
  )
}

type Words = { question: PlainId; explanation: PlainId; label: PlainId; done: PlainId }

type Decision = typeof deskCalls.clear | typeof deskCalls.bounce | typeof deskCalls.withdrawVoid

function useDecision(call: Decision, words: Words) {
  const text = useText()
  return useSave({
    call,
    send: ({ id }: DeskPayment) => request(call, { params: { id: String(id) } }),
    confirm: ({ amount, payer }) => ({
      title: text(words.question),
      children: `${payer}, ${formatRupees(amount)}. ${text(words.explanation)}`,
      confirmLabel: text(words.label),
    }),
    rowOf: ({ id }) => id,
    invalidates: CALLS_WITH_DESK_MONEY,
    success: () => text(words.done),
    failure: { fallback: text('desk.changeFailed') },
  })
}
