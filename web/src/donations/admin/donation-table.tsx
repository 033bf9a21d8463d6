import { Button } from '@mantine/core'
import { shownCause } from '@petsetu/contract/donation-causes.ts'
import type { DonationOrder, ListedDonation } from '@petsetu/contract/donations.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconArrowBackUp, IconCircleCheck, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { formatMediumInstant } from '../../lists/medium-days.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { sortBy } from '../../ui/table/sort-head.tsx'
import { ShowPanDialog } from './show-pan-dialog.tsx'

export function DonationTable({ donations, order }: { donations: ListedDonation[]; order: DonationOrder }) {
  const text = useText()
  const [asked, setAsked] = useState<ListedDonation | null>(null)
  return (
    <>
      <ListTable
        caption={text('titles.donations')}
        columns={columns(text, setAsked)}
        rows={donations}
        keyOf={({ id }) => id}
        order={order}
      />
      {asked && <ShowPanDialog donation={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const WRAPPED = { overflowWrap: 'anywhere' } as const
// Room for half of a usual address, so that it takes two lines and no more; less on a phone with large text.
const TWO_LINES = { display: 'block', minWidth: 'min(11ch, 45vw)', overflowWrap: 'anywhere' } as const
const ONE_LINE = { whiteSpace: 'nowrap' } as const

function columns(text: Translate, onShowPan: (donation: ListedDonation) => void): Column<ListedDonation>[] {
  return [
    {
      head: text('donations.giver'),
      sort: sortBy('name'),
      inCard: 'title',
      cell: ({ name, phone }) => (
        <span style={WRAPPED}>
          <strong>{name}</strong>
          {phone && <br />}
          {phone && <span style={ONE_LINE}>{phone}</span>}
        </span>
      ),
    },
    { head: text('labels.email'), cell: ({ email }) => email && <Address>{email}</Address> },
    {
      head: text('donations.cause'),
      cell: ({ purpose }) => <span style={WRAPPED}>{shownCause(purpose, text)}</span>,
    },
    {
      head: text('columns.amount'),
      align: 'right',
      isTight: true,
      sort: sortBy('amount'),
      cell: ({ amount }) => formatRupees(amount),
    },
    {
      head: text('columns.status'),
      cell: ({ status }) =>
        status === 'paid' ? (
          <StatusBadge tone="active" icon={IconCircleCheck}>
            {text('donations.paid')}
          </StatusBadge>
        ) : (
          <StatusBadge tone="expired" icon={IconArrowBackUp}>
            {text('donations.refunded')}
          </StatusBadge>
        ),
    },
    {
      head: text('labels.pan'),
      cell: (donation) => <Pan donation={donation} onShow={() => onShowPan(donation)} />,
    },
    {
      head: text('donations.receipt'),
      // The receipt of a refund is linked there.
      cell: ({ receipt_path }) => receipt_path && <a href={receipt_path}>{text('donations.receipt')}</a>,
    },
    {
      head: text('columns.date'),
      align: 'right',
      isTight: true,
      sort: sortBy('date', { isUsual: true }),
      cell: ({ paid_at }) => formatMediumInstant(paid_at),
    },
  ]
}

/** An e-mail address, which breaks before its @ rather than within a word. */
function Address({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <span style={TWO_LINES}>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  )
}

function Pan({ donation: { pan, name }, onShow }: { donation: ListedDonation; onShow: () => void }) {
  const text = useText()
  if (pan === null) return text('donations.noPan')
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      <span style={ONE_LINE}>{pan}</span>
      <Button
        variant="subtle"
        px={8}
        title={text('donations.showPan')}
        aria-label={text('donations.showPanOf', { name })}
        onClick={onShow}
      >
        <IconEye size={18} aria-hidden />
      </Button>
    </span>
  )
}
