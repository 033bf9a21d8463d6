import { NativeSelect } from '@mantine/core'
import { useText } from '../languages/use-text.tsx'
import { useListParam } from '../lib/address/use-list-param.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { useIsPhone } from './list-filters.tsx'

type Props = {
  columns: Pick<Column<never>, 'head' | 'sort'>[]
  order: string
  /** The name of the order that the list has by itself, if no column has it. */
  usual?: string
}

/** On a phone, the order of a list as one select, which stands beside its filters. Elsewhere the heads of the table sort it. */
export function SortSelect({ columns, order, usual }: Props) {
  const text = useText()
  const setParam = useListParam()
  if (!useIsPhone()) return null
  const orders = columns.flatMap(({ head, sort }) =>
    sort
      ? [
          { value: sort.ascending, label: `↑ ${head}` },
          { value: sort.descending, label: `↓ ${head}` },
        ]
      : [],
  )
  return (
    <NativeSelect
      flex="1 1 8rem"
      miw={0}
      aria-label={text('lists.order')}
      data={usual ? [{ value: '', label: usual }, ...orders] : orders}
      value={orders.some(({ value }) => value === order) ? order : ''}
      onChange={(event) => setParam('sort', event.currentTarget.value)}
    />
  )
}
