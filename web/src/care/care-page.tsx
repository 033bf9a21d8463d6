import { careCalls } from '@petsetu/contract/care.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import type { LoadFirst } from '../lib/first-data.ts'
import { messageOf } from '../lib/request.ts'
import { PetPageTitle, petOf } from '../shared/pet-page-title.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { CalendarCard } from './calendar-card.tsx'
import classes from './care-page.module.css'
import { CareRecords } from './care-records.tsx'
import { ScanCard } from './scan-card.tsx'

const careOf = (id: string) => callQuery(careCalls.list, { params: { id } })

/** Shows the treatments of a pet, those that are due, and the scans of its tag. */
export function CarePage() {
  const { petId = '' } = useParams()
  return (
    <>
      <PetPageTitle title="titles.care" petId={petId} />
      <Care key={petId} petId={petId} />
    </>
  )
}

CarePage.load = ((prefetch, { params: { petId = '' } }) =>
  Promise.all([prefetch(petOf(petId)), prefetch(careOf(petId))])) satisfies LoadFirst

function Care({ petId }: { petId: string }) {
  const text = useText()
  const care = useQuery(careOf(petId))
  return (
    <Loaded query={care} skeleton={<FormSkeleton />} failure={messageOf(care.error, text('care.failed'))}>
      {(records) => (
        <div className={classes.columns}>
          <CareRecords petId={petId} records={records} />
          <div className={classes.side}>
            <CalendarCard petId={petId} />
            <ScanCard petId={petId} />
          </div>
        </div>
      )}
    </Loaded>
  )
}
