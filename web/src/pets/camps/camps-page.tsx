import { Group, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type CampSummary, campCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { CAMPS_LISTED_MAX } from '@petsetu/contract/pets/list-limits.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { IconCalendarEvent, IconChevronRight, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatUnbrokenDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PlainList, SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { NewestOnly } from '../../platform/ui/table/newest-only.tsx'
import classes from './camp-page.module.css'
import { whereIs } from './where-is.ts'

const ownCamps = callQuery(campCalls.list, {})

/** The camps at which somebody may help. */
export function CampsPage() {
  const text = useText()
  const camps = useQuery(ownCamps)
  const areOver = camps.data?.length ? camps.data.every((camp) => timeOf(camp) === 'over') : false
  return (
    <>
      <PageTitle hint={text(areOver ? 'camps.allOver' : 'camps.chooseCamp')}>{text('titles.camps')}</PageTitle>
      <Loaded query={camps} skeleton={<TableSkeleton rows={3} />} failure={text('camps.loadFailed')}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState picture="pets" message={text('camps.none')} />
          ) : (
            <>
              <PlainList>
                {nearestFirst(list).map((camp) => (
                  <ListedCamp key={camp.id} camp={camp} />
                ))}
              </PlainList>
              <NewestOnly rows={list} max={CAMPS_LISTED_MAX} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

CampsPage.load = ((prefetch) => prefetch(ownCamps)) satisfies PageLoader

const TIMES = {
  today: { label: 'camps.today', tone: 'active', icon: IconCalendarEvent },
  coming: { label: 'camps.coming', tone: 'pending', icon: IconClock },
  over: { label: 'camps.over', tone: 'expired', icon: IconCircleCheck },
} as const

function timeOf({ day }: CampSummary): keyof typeof TIMES {
  if (day === serverToday()) return 'today'
  return day > serverToday() ? 'coming' : 'over'
}

/** Today's camps, then those to come, the next one first, then the past ones, the last one first. The list arrives newest first. */
function nearestFirst(camps: CampSummary[]): CampSummary[] {
  const at = (time: keyof typeof TIMES) => camps.filter((camp) => timeOf(camp) === time)
  return [...at('today'), ...at('coming').reverse(), ...at('over')]
}

function ListedCamp({ camp }: { camp: CampSummary }) {
  const text = useText()
  const { label, tone, icon } = TIMES[timeOf(camp)]
  return (
    <li className={`${card.card} ${classes.camp}`}>
      <div>
        <Group gap="4px 12px">
          <SectionHeading>
            <Link className={classes.leads} to={paths.camp.to({ id: camp.id })}>
              {camp.name}
            </Link>
          </SectionHeading>
          <StatusBadge tone={tone} icon={icon}>
            {text(label)}
          </StatusBadge>
        </Group>
        <Text mt={4}>{formatUnbrokenDay(camp.day)}</Text>
        <Text c="dimmed">{whereIs(camp)}</Text>
      </div>
      <Text fw={600}>{text('camps.animals', pluralValues(camp.animals))}</Text>
      <IconChevronRight size={20} aria-hidden />
    </li>
  )
}
