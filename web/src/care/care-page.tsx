import { careCalls } from '@petsetu/contract/care.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../lib/first-data.ts'
import { messageOf } from '../lib/request.ts'
import { PetPageTitle, petOf } from '../shared/pet-page-title.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { CalendarCard } from './calendar-card.tsx'
import classes from './care-page.module.css'
import { CareRecords } from './care-records.tsx'
import { ScanCard } from './scan-card.tsx'

const careOf = (id: string) => startedAtArrival(callQuery(careCalls.list, { params: { id } }))

/** What was done for a pet's health, what is due, and how often its tag was scanned. */
export function CarePage() {
  const { petId = '' } = useParams()
  return (
    <>
      <PetPageTitle title="titles.care" petId={petId} />
      <Care key={petId} petId={petId} />
    </>
  )
}

CarePage.load = ((queries, { params: { petId = '' } }) =>
  Promise.all([queries.prefetchQuery(petOf(petId)), queries.prefetchQuery(careOf(petId))])) satisfies LoadFirst

function Care({ petId }: { petId: string }) {
  const text = useText()
  const care = useQuery(careOf(petId))
  if (care.isPending) return <FormSkeleton />
  if (care.isError) return <ErrorBox message={messageOf(care.error, text('care.failed'))} onRetry={care.refetch} />
  return (
    <div className={classes.columns}>
      <CareRecords petId={petId} records={care.data} />
      <div className={classes.side}>
        <CalendarCard petId={petId} />
        <ScanCard petId={petId} />
      </div>
    </div>
  )
}
