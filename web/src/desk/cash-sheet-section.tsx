import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type CashSheet, cashSheetCalls } from '@petsetu/contract/cash-sheet.ts'
import { today } from '@petsetu/contract/dates.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDay } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { isFinishedDay } from '../lib/is-finished-day.ts'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import card from '../ui/layout/card.module.css'
import { DataTable } from '../ui/table/data-table.tsx'
import { DownloadButton } from '../ui/table/download-button.tsx'
import classes from './desk.module.css'
import { columnsOf } from './desk-columns.tsx'
import { HandOver } from './hand-over.tsx'

// Long enough to avoid a request for every digit.
const SETTLE_MS = 250

/** The cash sheet of an admin and a day; at first, one's own of today. */
export function CashSheetSection() {
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
    <section className={`${card.card} ${classes.section} ${classes.sheet}`} aria-labelledby="cash-sheet">
      <h2 id="cash-sheet" className={classes.heading}>
        {text('desk.cashSheet')}
      </h2>
      <div className={classes.fields}>
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
      </div>
      {data && (
        <p className={classes.onPaper}>
          {formatLongDay(day)}, {data.admin.username}
        </p>
      )}
      <Loaded query={sheet} skeleton={<TableSkeleton rows={3} />} failure={text('desk.sheetFailed')}>
        {(shown) => <Sheet sheet={shown.data} />}
      </Loaded>
      <div className={classes.buttons}>
        <DownloadButton call={cashSheetCalls.csv} input={{ query }} failure={text('controls.csvFailed')}>
          {text('controls.downloadCsv')}
        </DownloadButton>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {text('desk.print')}
        </Button>
      </div>
      <HandOver />
    </section>
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
  return (
    <>
      <dl className={classes.sums}>
        {sums.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatRupees(amount)}</dd>
          </div>
        ))}
      </dl>
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
        <ul className={classes.wrapped}>
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
