import { type CommunityAnimal, communityCalls, type SightingCount } from '@petsetu/contract/pets/community.ts'
import { ELSEWHERE } from '@petsetu/contract/pets/seen.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { useQuery } from '@tanstack/react-query'
import { formatLongDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/call-query.ts'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import classes from './animal-page.module.css'

/** Shows the counts of sightings of an animal by week and area. */
export function SightingsCard({ animal: { petId, petName: name } }: { animal: CommunityAnimal }) {
  const text = useText()
  const sightings = useQuery(callQuery(communityCalls.sightings, { params: { id: petId } }))
  const areaOf = (area: string) => (area === ELSEWHERE ? text('communityForm.elsewhere') : area)
  return (
    <section className={`${card.card} ${classes.sightings}`} aria-labelledby="sightings">
      <h2 id="sightings">{text('communityForm.sightings')}</h2>
      <Loaded query={sightings} skeleton={<TableSkeleton rows={2} />} failure={text('communityForm.sightingsFailed')}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{text('communityForm.noSightings', { name })}</p>
          ) : (
            <dl className={classes.weeks}>
              {byWeek(data).map(([week, counts]) => (
                <div key={week}>
                  <dt>{text('communityForm.week', { day: formatLongDay(week) })}</dt>
                  {counts.map(({ area, count }) => (
                    <dd key={area}>
                      {areaOf(area)}: {formatCount(count)}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          )
        }
      </Loaded>
    </section>
  )
}

/** The counts of each week, in their order. */
function byWeek(counts: SightingCount[]): [week: string, counts: SightingCount[]][] {
  const weeks = [...new Set(counts.map(({ week }) => week))]
  return weeks.map((week) => [week, counts.filter((count) => count.week === week)])
}
