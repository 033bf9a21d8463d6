import type { Site } from '@petsetu/contract/site.ts'
import { IconPaw } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import type { LoadFirst } from '../../lib/first-data.ts'
import { PetPageTitle, petOf } from '../../shared/pet-page-title.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
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

LostPetPage.load = ((prefetch, { params: { petId = '' } }) => prefetch(petOf(petId))) satisfies LoadFirst

function LostPet({ petId, site }: { petId: string; site: Site }) {
  const text = useText()
  const pet = useQuery(petOf(petId))
  return (
    <Loaded query={pet} skeleton={<FormSkeleton />} failure={text('lostPet.failed')} missing={<NoPet />}>
      {(found) =>
        // Anybody may read a pet by its tag ID, but only its owner gets its number.
        found.id === undefined ? (
          <NoPet />
        ) : (
          <div className={classes.columns}>
            <section className={`${card.card} ${classes.lost}`} aria-labelledby="lost">
              <LostState pet={found} />
              <LostForm key={found.lost ? 'lost' : 'safe'} pet={found} />
            </section>
            <div className={classes.side}>
              <PrintCard pet={found} />
              <ShareCard pet={found} site={site} />
            </div>
          </div>
        )
      }
    </Loaded>
  )
}

function NoPet() {
  const text = useText()
  return <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message={text('lostPet.missing')} />
}
