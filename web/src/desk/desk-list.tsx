import { NativeSelect } from '@mantine/core'
import { type DeskPayment, deskCalls } from '@petsetu/contract/desk.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconCash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { pageParam } from '../lib/page-param.ts'
import { useListParam } from '../lib/use-list-param.ts'
import { ListTable } from '../lists/list-table.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import classes from './desk.module.css'
import { DeskActions } from './desk-actions.tsx'
import { columnsOf } from './desk-columns.tsx'
import { VoidDialog } from './void-dialog.tsx'

type View = 'cheques' | 'voids' | 'all'

const VIEWS: Record<View, { label: PlainId; query: { state?: 'pending'; void_asked?: 'yes' } }> = {
  cheques: { label: 'desk.chequesWaiting', query: { state: 'pending' } },
  voids: { label: 'desk.voidsWaiting', query: { void_asked: 'yes' } },
  all: { label: 'desk.allMoney', query: {} },
}

const viewOf = (param: string | null): View => (param === 'voids' || param === 'all' ? param : 'cheques')

/** Lists money that waits for the bank or for a second admin, or all that was taken at the desk. */
export function DeskList({ addressOf }: { addressOf: (view: View, page: number) => string }) {
  const text = useText()
  const [params] = useSearchParams()
  const setParam = useListParam()
  const [view, page] = [viewOf(params.get('view')), pageParam(params)]
  const query = { ...VIEWS[view].query, page: String(page), limit: '10' }
  const list = useQuery({ ...callQuery(deskCalls.list, { query }), placeholderData: keepPreviousData })

  return (
    <section className={classes.section} aria-labelledby="desk-money">
      <h2 id="desk-money" className={classes.heading}>
        {text('desk.money')}
      </h2>
      <NativeSelect
        mb={16}
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
        addressOf={(last) => addressOf(view, last)}
        skeleton={<TableSkeleton rows={3} />}
        failure={text('desk.listFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<IconCash size={36} stroke={1.5} />} message={text('desk.nothingWaits')} />
          ) : (
            <DeskTable payments={data} caption={text(VIEWS[view].label)} />
          )
        }
      </ListPage>
    </section>
  )
}

function DeskTable({ payments, caption }: { payments: DeskPayment[]; caption: string }) {
  const text = useText()
  const [voided, setVoided] = useState<DeskPayment | null>(null)
  const columns: Column<DeskPayment>[] = [
    ...columnsOf(text),
    { head: text('columns.actions'), cell: (payment) => <DeskActions payment={payment} onVoid={setVoided} /> },
  ]
  return (
    <>
      <ListTable caption={caption} columns={columns} rows={payments} keyOf={({ id }) => id} />
      {voided && <VoidDialog payment={voided} onClose={() => setVoided(null)} />}
    </>
  )
}
