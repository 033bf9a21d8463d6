import type { Reply } from '@petsetu/contract/call.ts'
import type { SettlementSummary, settlementCalls } from '@petsetu/contract/settlements.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconBuildingBank, IconClock, IconReceiptTax, IconScale } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatLongInstant } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { CountCards } from '../ui/chart/count-cards.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import classes from './settlements.module.css'

type Settlement = SettlementSummary['settlements'][number]

/** The sums of a month, and of each settlement in it. */
export function SettlementSums({ summary }: { summary: UseQueryResult<Reply<typeof settlementCalls.summary>> }) {
  const text = useText()
  const month = summary.data?.data
  const rupees = (amount: number | undefined) => (amount === undefined ? undefined : formatRupees(amount))
  return (
    <>
      <CountCards
        isBusy={summary.isPlaceholderData}
        counts={[
          { label: text('settlements.net'), value: rupees(month?.settled.net), icon: IconBuildingBank },
          { label: text('settlements.fees'), value: rupees(month?.settled.fee), icon: IconScale },
          { label: text('settlements.gst'), value: rupees(month?.settled.tax), icon: IconReceiptTax },
          { label: text('settlements.notSettled'), value: rupees(month?.not_settled), icon: IconClock },
        ]}
      />
      {month && month.settlements.length > 0 && (
        <section className={classes.section} aria-labelledby="settlements">
          <h2 id="settlements" className={classes.heading}>
            {text('settlements.settlements')}
          </h2>
          <DataTable
            isDense
            caption={text('settlements.settlements')}
            columns={columnsOf(text)}
            rows={month.settlements}
            keyOf={({ settlement_id }) => settlement_id}
          />
        </section>
      )}
    </>
  )
}

function columnsOf(text: Translate): Column<Settlement>[] {
  const amount = (head: string, value: (settlement: Settlement) => number): Column<Settlement> => ({
    head,
    align: 'right',
    isTight: true,
    cell: (settlement) => formatRupees(value(settlement)),
  })
  return [
    {
      head: text('settlements.utr'),
      inCard: 'title',
      cell: ({ utr, settlement_id }) => <span className={classes.id}>{utr ?? settlement_id}</span>,
    },
    {
      head: text('settlements.count'),
      align: 'right',
      isTight: true,
      cell: ({ lines }) => formatCount(lines),
    },
    amount(text('settlements.payments'), ({ payments }) => payments),
    amount(text('settlements.refunds'), ({ refunds }) => refunds),
    amount(text('settlements.adjustments'), ({ other }) => other),
    amount(text('settlements.fees'), ({ fee }) => fee),
    amount(text('settlements.gst'), ({ tax }) => tax),
    amount(text('settlements.total'), ({ net }) => net),
    {
      head: text('settlements.settled'),
      align: 'right',
      cell: ({ settled_at }) => <span className={classes.day}>{formatLongInstant(settled_at)}</span>,
    },
  ]
}
