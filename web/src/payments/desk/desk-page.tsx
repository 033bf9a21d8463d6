import { Box, Button, Group, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { paths } from '@petsetu/contract/paths.ts'
import { type CashSheet, cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { DeskOrder, type DeskPayment, deskCalls } from '@petsetu/contract/payments/desk.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { pageParam } from '@petsetu/contract/platform/paging.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useListParam } from '../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { isFinishedDay } from '../../platform/lists/typed-filter.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { ReasonDialog } from '../../platform/ui/form/reason-dialog.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { FieldRow, SectionCard, SectionHeading } from '../../shared/sections.tsx'
import { CALLS_WITH_DESK_MONEY } from './calls-with-desk-money.ts'
import { CashHandover } from './cash-handover.tsx'
import classes from './desk.module.css'
import { DeskActions } from './desk-actions.tsx'
import { columnsOf, WRAPPED } from './desk-columns.tsx'
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

const VIEWS: Record<View, { label: PlainId; query: { state?: 'pending'; void_asked?: 'yes' } }> = {
  cheques: { label: 'desk.chequesWaiting', query: { state: 'pending' } },
  voids: { label: 'desk.voidsWaiting', query: { void_asked: 'yes' } },
  all: { label: 'desk.allMoney', query: {} },
}

const viewOf = (param: string | null): View => (param === 'voids' || param === 'all' ? param : 'cheques')

/** Lists money that waits for the bank or for a second admin, or all that was taken at the desk. */
function DeskList() {
  const text = useText()
  const [params] = useSearchParams()
  const setParam = useListParam()
  const [view, page] = [viewOf(params.get('view')), pageParam(params)]
  const sort = DeskOrder.safeParse(params.get('sort')).data
  const query = { ...VIEWS[view].query, page: String(page), limit: '10', ...(sort && { sort }) }
  const list = useQuery({ ...callQuery(deskCalls.list, { query }), placeholderData: keepPreviousData })

  return (
    <Box component="section" className={classes.onScreen ?? ''} mb="lg" aria-labelledby="desk-money">
      <SectionHeading id="desk-money">{text('desk.money')}</SectionHeading>
      <NativeSelect
        my={16}
        maw={320}
        label={text('desk.show')}
        data={Object.entries(VIEWS).map(([value, { label }]) => ({ value, label: text(label) }))}
        value={view}
        onChange={(event) => setParam('view', event.currentTarget.value)}
      />
      <ListPage
        list={list}
        page={page}
        lastPageOf={({ pagination }) => pagination.last_page}
        addressOf={(last) => paths.desk.to({}, { view, page: last > 1 ? last : null, sort: sort ?? null })}
        skeleton={<TableSkeleton rows={3} />}
        failure={text('desk.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState picture="papers" message={text('desk.nothingWaits')} />
          ) : (
            <DeskTable payments={data} caption={text(VIEWS[view].label)} order={sort ?? 'taken-desc'} />
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
    ...columnsOf(text, { isSortable: true }),
    { head: text('columns.actions'), cell: (payment) => <DeskActions payment={payment} onVoid={setVoided} /> },
  ]
  return (
    <>
      <ListTable caption={caption} columns={columns} rows={payments} keyOf={({ id }) => id} order={order} />
      {voided && <VoidDialog payment={voided} onClose={() => setVoided(null)} />}
    </>
  )
}

// Long enough to avoid a request for every digit.
const SETTLE_MS = 250

/** The cash sheet of an admin and a day; at first, one's own of today. */
function CashSheetSection() {
  const text = useText()
  const [typed, setTyped] = useState(today())
  const [settled] = useDebouncedValue(typed, SETTLE_MS)
  const [day, setDay] = useState(settled)
  if (settled !== day && isFinishedDay(settled)) setDay(settled)
  const [adminId, setAdminId] = useState<string | null>(null)
  const query = { day, ...(adminId !== null && { admin_id: adminId }) }
  const sheet = useQuery({ ...callQuery(cashSheetCalls.read, { query }), placeholderData: keepPreviousData })
  const data = sheet.data?.data
  return (
    <SectionCard heading={text('desk.cashSheet')} mb="lg">
      <FieldRow className={classes.onScreen}>
        <TextInput
          type="date"
          label={text('desk.day')}
          max={today()}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {data && (
          <NativeSelect
            label={text('desk.admin')}
            data={data.admins.map(({ id, username }) => ({ value: String(id), label: username }))}
            value={String(data.admin.id)}
            onChange={(event) => setAdminId(event.currentTarget.value)}
          />
        )}
      </FieldRow>
      {data && (
        <p className={classes.onPaper}>
          {formatLongDay(day)}, {data.admin.username}
        </p>
      )}
      <Loaded query={sheet} skeleton={<TableSkeleton rows={3} />} failure={text('desk.sheetFailed')}>
        {(shown) => <Sheet sheet={shown.data} />}
      </Loaded>
      <Group className={classes.onScreen ?? ''} gap="sm">
        <DownloadButton call={cashSheetCalls.csv} input={{ query }} failure={text('controls.csvFailed')}>
          {text('controls.downloadCsv')}
        </DownloadButton>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {text('desk.print')}
        </Button>
      </Group>
      <div className={classes.onScreen}>
        <CashHandover />
      </div>
    </SectionCard>
  )
}

function Sheet({ sheet }: { sheet: CashSheet }) {
  const text = useText()
  const { taken, payments, handovers } = sheet
  const sums: [string, number][] = [
    [text('desk.opening'), sheet.opening],
    [text('desk.takenCash'), taken.cash],
    [text('desk.givenBack'), sheet.given_back],
    [text('desk.handedOver'), sheet.handed_over],
    [text('desk.received'), sheet.received],
    [text('desk.closing'), sheet.closing],
    [text('desk.takenCheques'), taken.cheque],
    [text('desk.takenUpi'), taken.upi],
  ]
  if (sums.every(([, amount]) => amount === 0) && payments.length === 0 && handovers.length === 0)
    return <Text c="dimmed">{text('desk.noMoney')}</Text>
  return (
    <>
      <SimpleGrid
        component="dl"
        m={0}
        minColWidth="min(100%, 120px)"
        autoFlow="auto-fit"
        spacing="lg"
        verticalSpacing="sm"
      >
        {sums.map(([label, amount]) => (
          <div key={label}>
            <Text component="dt" c="dimmed">
              {label}
            </Text>
            <Text component="dd" fz="lg" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatRupees(amount)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {payments.length > 0 && (
        <DataTable
          isDense
          caption={text('desk.cashSheet')}
          columns={columnsOf(text)}
          rows={payments}
          keyOf={({ id }) => id}
        />
      )}
      {handovers.length > 0 && (
        <ul style={WRAPPED}>
          {handovers.map(({ id, kind, amount, note }) => (
            <li key={id}>
              {text(kind === 'received' ? 'desk.received' : 'desk.handedOver')}: {formatRupees(amount)}, {note}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const REASON_MAX = 500

/** Asks for the reason to void money of the desk; the second admin sees the reason of the first and agrees. */
function VoidDialog({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const text = useText()
  const { id, amount, payer, void_reason: reason } = payment
  const dialog = useRef<HTMLDialogElement>(null)
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
      maxLength={REASON_MAX}
      given={reason}
      submitLabel={text(reason === null ? 'desk.voidIt' : 'desk.agreeToVoid')}
      isDangerous
      failureText={text('desk.changeFailed')}
      onSubmit={voidIt}
      onClose={onClose}
    />
  )
}
