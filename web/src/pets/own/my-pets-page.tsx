import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets.ts'
import { IconExternalLink, IconPencil, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { RichText, useText } from '../../languages/use-text.tsx'
import { pageQuery } from '../../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../../lib/first-data.ts'
import { lastPage, pageParam } from '../../lib/page-param.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import card from '../../ui/layout/card.module.css'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { DeleteButton } from '../../ui/table/delete-button.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { ListedPet } from '../listed-pet.tsx'
import { useDeleteOwnPet } from '../use-delete-pet.ts'
import { CareLink, careDue } from './care-link.tsx'
import { LostLinks } from './lost-links.tsx'

// Loaded only where it is shown: owners are asked once.
const ShownNotice = lazy(async () => ({ default: (await import('./shown-notice.tsx')).ShownNotice }))

const PETS_A_PAGE = 24

function petsOn(page: number) {
  const query = { page: String(page), limit: String(PETS_A_PAGE) }
  return startedAtArrival(pageQuery(petCalls.listOwn, { query }))
}

export function MyPetsPage() {
  const text = useText()
  return (
    <>
      <PageTitle
        aside={
          <Button component={Link} to={paths.petForm.to({})} leftSection={<IconPlus size={18} aria-hidden />}>
            {text('pets.add')}
          </Button>
        }
      >
        {text('titles.myPets')}
      </PageTitle>
      <MyPets />
    </>
  )
}

MyPetsPage.load = ((queries, { search }) =>
  Promise.all([queries.prefetchQuery(petsOn(pageParam(search))), queries.prefetchQuery(careDue())])) satisfies LoadFirst

function MyPets() {
  const text = useText()
  const page = pageParam(useSearchParams()[0])
  const pets = useQuery({ ...petsOn(page), placeholderData: keepPreviousData })
  const due = useQuery(careDue())
  const deletion = useDeleteOwnPet()

  return (
    <ListPage
      list={pets}
      page={page}
      lastPageOf={({ total }) => lastPage(total, PETS_A_PAGE)}
      addressOf={(last) => paths.myPets.to({}, { page: last })}
      skeleton={<CardGridSkeleton />}
      failure={<ErrorBox message={text('pets.ownFailed')} onRetry={pets.refetch} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState picture="/no-pets.svg" message={text('pets.noneYet')}>
            <p>{text('pets.addFirst')}</p>
          </EmptyState>
        ) : (
          <>
            <AskWhatIsShown pets={rows} />
            <ul className={card.grid}>
              {rows.map((pet) => (
                <ListedPet
                  key={pet.id}
                  pet={pet}
                  note={
                    <>
                      <CareLink pet={pet} due={due.data?.find(({ pet_id }) => pet_id === pet.id)} />
                      <LostLinks pet={pet} />
                    </>
                  }
                >
                  <Actions pet={pet} isDeleting={deletion.isSaving(pet.id)} onDelete={() => deletion.start(pet)} />
                </ListedPet>
              ))}
            </ul>
          </>
        )
      }
    </ListPage>
  )
}

function AskWhatIsShown({ pets }: { pets: Pet[] }) {
  const due = pets.filter(({ isShownDue }) => isShownDue)
  return (
    due.length > 0 && (
      <Suspense>
        <ShownNotice pets={due} />
      </Suspense>
    )
  )
}

function Actions({ pet, isDeleting, onDelete }: { pet: Pet; isDeleting: boolean; onDelete: () => void }) {
  const name = () => screenReaderOnly(pet.petName)
  return (
    <>
      <Button
        component={Link}
        to={paths.petForm.to({}, { id: pet.id })}
        variant="subtle"
        px={8}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        <RichText id="pets.edit" fill={{ name }} />
      </Button>
      <Button
        component="a"
        href={paths.petDetail.to({ petId: pet.petId })}
        variant="subtle"
        px={8}
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        <RichText id="pets.publicPage" fill={{ name }} />
      </Button>
      <DeleteButton name={pet.petName} isBusy={isDeleting} onClick={onDelete} />
    </>
  )
}
