import { NativeSelect } from '@mantine/core'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useText } from '../languages/use-text.tsx'
import { useListParam } from '../lib/address/use-list-param.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { useIsPhone } from './list-filters.tsx'

type Columns = Pick<Column<never>, 'head' | 'sort'>[]

type Props = {
  columns: Columns
  order: string
  /** The name of the order that the list has by itself, if no column has it. */
  usual?: string
}

/** On a phone, the order of a list as one select, which stands beside its filters. Elsewhere the heads of the table sort it. */
export function SortSelect({ columns, order, usual }: Props) {
  const text = useText()
  const setParam = useListParam()
  if (!useIsPhone()) return null
  const orders = namedOrders(columns, text)
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

// The ascending order of each column with days or with numbers. The others have texts.
const DAYS = new Set(
  'date day start expiry written when generated taken received due done answered noticed seen oldest number'.split(' '),
)
const SUMS = new Set(['amount', 'price', 'duration', 'rows', 'works'])
const STEPS = new Set(['status'])

/** Returns both orders of each column, in words: short ones, unless two columns of the list would have the same. */
function namedOrders(columns: Columns, text: Translate): { value: string; label: string }[] {
  const sorted = columns.flatMap(({ head, sort }) => (sort ? [{ head, sort }] : []))
  const isAlone = (keys: Set<string>) => sorted.filter(({ sort }) => keys.has(sort.ascending)).length === 1
  return sorted.flatMap(({ head, sort }) => {
    const [up, down] = wordsOf(sort.ascending, head)
    return [
      { value: sort.ascending, label: sort.words ? text(sort.words.ascending) : up },
      { value: sort.descending, label: sort.words ? text(sort.words.descending) : down },
    ]
  })

  function wordsOf(key: string, head: string): [ascending: string, descending: string] {
    if (DAYS.has(key))
      return isAlone(DAYS)
        ? [text('lists.oldestFirst'), text('communityList.newest')]
        : [text('lists.earliestOf', { head }), text('lists.latestOf', { head })]
    if (SUMS.has(key))
      return isAlone(SUMS)
        ? [text('lists.smallestFirst'), text('lists.largestFirst')]
        : [text('lists.smallestOf', { head }), text('lists.largestOf', { head })]
    if (STEPS.has(key)) return [text('lists.inOrder', { head }), text('lists.inReverse', { head })]
    return [text('lists.fromA', { head }), text('lists.fromZ', { head })]
  }
}
