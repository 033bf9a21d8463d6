import type { Site } from '@petsetu/contract/site.ts'
import { IconPaw } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import type { LoadFirst } from '../../lib/first-data.ts'
import { isMissing } from '../../lib/is-missing.ts'
import { PetPageTitle, petOf } from '../../shared/pet-page-title.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import card from '../../ui/layout/card.module.css'
import { LostForm } from './lost-form.tsx'
import classes from './lost-pet-page.module.css'
import { LostState } from './lost-state.tsx'
import { PrintCard } from './print-card.tsx'
import { ShareCard } from './share-card.tsx'

/** Marks a pet as lost and as home again; what can be printed and sent about it. */
export function LostPetPage({ site }: { site: Site }) {
  const { petId = '' } = useParams()
  return (
    <>
      <PetPageTitle title="titles.lostPet" petId={petId} />
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
    if (isMissing(pet.error)) return <NoPet />
    return <ErrorBox message={text('lostPet.failed')} onRetry={pet.refetch} />
  }
  // Anybody may read a pet by its tag ID, but only its owner gets its number.
  if (pet.data.id === undefined) return <NoPet />
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

function NoPet() {
  const text = useText()
  return <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message={text('lostPet.missing')} />
}
