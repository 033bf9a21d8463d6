import { Group, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { campCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { CAMPS_LISTED_MAX } from '@petsetu/contract/pets/list-limits.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { IconCalendarEvent, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatUnbrokenDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PlainList, SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { NewestOnly } from '../../platform/ui/table/newest-only.tsx'
import classes from './camp-page.module.css'

const ownCamps = callQuery(campCalls.list, {})

/** The camps at which somebody may help. */
export function CampsPage() {
  const text = useText()
  const camps = useQuery(ownCamps)
  return (
    <>
      <PageTitle hint={text('camps.chooseCamp')}>{text('titles.camps')}</PageTitle>
      <Loaded query={camps} skeleton={<TableSkeleton rows={3} />} failure={text('camps.loadFailed')}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState picture="pets" message={text('camps.none')} />
          ) : (
            <>
              <PlainList maw={720}>
                {list.map(({ id, name, day, ward, animals }) => (
                  <li key={id} className={`${card.card} ${classes.camp}`}>
                    <div>
                      <Group gap="4px 12px">
                        <SectionHeading>
                          <Link className={classes.whole} to={paths.camp.to({ id })}>
                            {name}
                          </Link>
                        </SectionHeading>
                        {day === today() && (
                          <StatusBadge tone="active" icon={IconCalendarEvent}>
                            {text('camps.today')}
                          </StatusBadge>
                        )}
                      </Group>
                      <Text c="dimmed">
                        {formatUnbrokenDay(day)} · {ward}
                      </Text>
                    </div>
                    <Text fw={600}>{text('camps.animals', pluralValues(animals))}</Text>
                    <IconChevronRight size={20} aria-hidden />
                  </li>
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
