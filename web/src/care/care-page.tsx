import { Button } from '@mantine/core'
import { careCalls } from '@petsetu/contract/care.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { petCalls } from '@petsetu/contract/pets.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../lib/first-data.ts'
import { messageOf } from '../lib/request.ts'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { CalendarCard } from './calendar-card.tsx'
import classes from './care-page.module.css'
import { CareRecords } from './care-records.tsx'
import { ScanCard } from './scan-card.tsx'

const petOf = (id: string) => startedAtArrival(callQuery(petCalls.read, { params: { id } }))
const careOf = (id: string) => startedAtArrival(callQuery(careCalls.list, { params: { id } }))

/** What was done for a pet's health, what is due, and how often its tag was scanned. */
export function CarePage() {
  const text = useText()
  const { petId = '' } = useParams()
  const pet = useQuery(petOf(petId))
  const aside = pet.data && (
    <Button
      component="a"
      href={paths.petDetail.to({ petId: pet.data.petId })}
      variant="default"
      leftSection={<IconExternalLink size={18} aria-hidden />}
    >
      {text('care.publicPage')}
    </Button>
  )
  return (
    <>
      <PageTitle hint={pet.data?.petName} aside={aside}>
        {text('titles.care')}
      </PageTitle>
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
