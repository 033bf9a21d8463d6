import { Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { communityCalls, type WardCounts } from '@petsetu/contract/pets/community/community.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { messageOf } from '../../../platform/lib/requests/request.ts'
import { formatMediumDay } from '../../../platform/lists/medium-days.ts'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { SectionHeading } from '../../../platform/ui/layout/card-parts.tsx'
import { type Column, DataTable } from '../../../platform/ui/table/data-table.tsx'

export const wardCounts = () => callQuery(communityCalls.wards, {})

/** The shares of each ward, which lead to its animals. */
export function Wards() {
  const text = useText()
  const wards = useQuery(wardCounts())
  return (
    <Stack component="section" miw={0} aria-labelledby="wards">
      <SectionHeading id="wards">{text('communityList.wards')}</SectionHeading>
      <Loaded query={wards} skeleton={<TableSkeleton />} failure={messageOf(wards.error, text('communityList.failed'))}>
        {({ data }) =>
          data.length === 0 ? (
            <Text>{text('communityList.noWards')}</Text>
          ) : (
            // The keys are for the list of the animals.
            <DataTable
              isDense
              caption={text('communityList.wards')}
              columns={wardColumns(text)}
              details={text('lists.details')}
              rows={data}
              keyOf={({ ward }) => ward}
            />
          )
        }
      </Loaded>
    </Stack>
  )
}

/** A share never stands without the number that it is of. */
function share(text: Translate, part: number, whole: number): string {
  const percent = whole === 0 ? 0 : Math.round((part / whole) * 100)
  return text('communityList.share', { percent, part: formatCount(part), whole: formatCount(whole) })
}

function wardColumns(text: Translate): Column<WardCounts>[] {
  return [
    {
      head: text('labels.ward'),
      inCard: 'title',
      cell: ({ ward }) => <Link to={paths.communityAnimals.to({}, { ward })}>{ward}</Link>,
    },
    {
      head: text('communityList.living'),
      align: 'right',
      inCard: 'end',
      isNamedInCard: true,
      cell: ({ animals }) => formatCount(animals),
    },
    {
      head: text('communityList.vaccinated'),
      align: 'right',
      inCard: 'line',
      isNamedInCard: true,
      cell: ({ vaccinated, animals }) => share(text, vaccinated, animals),
    },
    {
      head: text('communityList.sterilised'),
      align: 'right',
      inCard: 'detail',
      cell: ({ ward, sterilised, certified, animals }) => (
        <div>
          <DueLink ward={ward} due="sterilisation" count={animals - sterilised}>
            {share(text, sterilised, animals)}
          </DueLink>
          <Text span display="block" inherit c="dimmed">
            {text('communityList.certified', { part: formatCount(certified), whole: formatCount(sterilised) })}
          </Text>
        </div>
      ),
    },
    {
      head: text('communityList.nextDue'),
      align: 'right',
      inCard: 'detail',
      cell: ({ nextDue }) => (nextDue ? formatMediumDay(nextDue) : text('communityList.none')),
    },
    {
      head: text('communityList.overdue'),
      align: 'right',
      inCard: 'value',
      isNamedInCard: true,
      cell: ({ ward, overdue }) => (
        <DueLink ward={ward} due="vaccination" count={overdue}>
          {formatCount(overdue)}
        </DueLink>
      ),
    },
  ]
}

const MEANS = { vaccination: 'communityList.overdue', sterilisation: 'communityList.unsterilised' } as const

type DueProps = { ward: string; due: keyof typeof MEANS; count: number; children: string }

/** A figure of a ward, as wide as a finger and in line with the others. It leads to the animals that still need this, if there are any. */
function DueLink({ ward, due, count, children }: DueProps) {
  const text = useText()
  if (count === 0) return <span>{children}</span>
  return (
    <Link
      to={paths.communityAnimals.to({}, { ward, due })}
      aria-label={`${children} · ${text(MEANS[due])}`}
      style={{ paddingInline: '12px 4px', marginInline: '-12px -4px' }}
    >
      {children}
    </Link>
  )
}
