import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { petCalls } from '@petsetu/contract/pets.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { IconExternalLink, IconPaw } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../../lib/first-data.ts'
import { CallError } from '../../lib/request.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import card from '../../ui/layout/card.module.css'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { LostForm } from './lost-form.tsx'
import classes from './lost-pet-page.module.css'
import { LostState } from './lost-state.tsx'
import { PrintCard } from './print-card.tsx'
import { ShareCard } from './share-card.tsx'

const petOf = (id: string) => startedAtArrival(callQuery(petCalls.read, { params: { id } }))

/** Marks a pet as lost and as home again; what can be printed and sent about it. */
export function LostPetPage({ site }: { site: Site }) {
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
      {text('lostPet.publicPage')}
    </Button>
  )
  return (
    <>
      <PageTitle hint={pet.data?.petName} aside={aside}>
        {text('titles.lostPet')}
      </PageTitle>
      <LostPet key={petId} petId={petId} site={site} />
    </>
  )
}

LostPetPage.load = ((queries, { params: { petId = '' } }) => queries.prefetchQuery(petOf(petId))) satisfies LoadFirst

function LostPet({ petId, site }: { petId: string; site: Site }) {
  const text = useText()
  const pet = useQuery(petOf(petId))
  if (pet.isPending) return <FormSkeleton />
  if (pet.isError) {
    const isMissing = pet.error instanceof CallError && [400, 404].includes(pet.error.status)
    if (isMissing) return <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message={text('lostPet.missing')} />
    return <ErrorBox message={text('lostPet.failed')} onRetry={pet.refetch} />
  }
  // Anybody may read a pet by its tag ID, but only its owner gets its number.
  if (pet.data.id === undefined)
    return <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message={text('lostPet.missing')} />
  return (
    <div className={classes.columns}>
      <section className={`${card.card} ${classes.lost}`} aria-labelledby="lost">
        <LostState pet={pet.data} />
        <LostForm key={pet.data.lost ? 'lost' : 'safe'} pet={pet.data} />
      </section>
      <div className={classes.side}>
        <PrintCard pet={pet.data} />
        <ShareCard pet={pet.data} site={site} />
      </div>
    </div>
  )
}
