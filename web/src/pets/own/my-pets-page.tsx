import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets.ts'
import { IconExternalLink, IconPaw, IconPencil, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { pageQuery } from '../../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../../lib/first-data.ts'
import { lastPage, pageParam } from '../../lib/page-param.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import card from '../../ui/layout/card.module.css'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { DeleteButton } from '../../ui/table/delete-button.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { ListedPet } from '../listed-pet.tsx'
import { useDeleteOwnPet } from '../use-delete-pet.ts'

const PETS_A_PAGE = 24

function petsOn(page: number) {
  const query = { page: String(page), limit: String(PETS_A_PAGE) }
  return startedAtArrival(pageQuery(petCalls.listOwn, { query }))
}

export function MyPetsPage() {
  return (
    <>
      <PageTitle
        aside={
          <Button component={Link} to={paths.petForm.to({})} leftSection={<IconPlus size={18} aria-hidden />}>
            Add New Pet
          </Button>
        }
      >
        My Pets
      </PageTitle>
      <MyPets />
    </>
  )
}

MyPetsPage.load = ((queries, { search }) => queries.prefetchQuery(petsOn(pageParam(search)))) satisfies LoadFirst

function MyPets() {
  const page = pageParam(useSearchParams()[0])
  const pets = useQuery({ ...petsOn(page), placeholderData: keepPreviousData })
  const deletion = useDeleteOwnPet()

  return (
    <ListPage
      list={pets}
      page={page}
      lastPageOf={({ total }) => lastPage(total, PETS_A_PAGE)}
      addressOf={(last) => paths.myPets.to({}, { page: last })}
      skeleton={<CardGridSkeleton />}
      failure={<ErrorBox message="Failed to fetch pets. Please try again later." onRetry={pets.refetch} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message="You haven't added any pets yet...">
            <p>Add your first pet to get a page of its own and a QR code for the collar.</p>
          </EmptyState>
        ) : (
          <ul className={card.grid}>
            {rows.map((pet) => (
              <ListedPet key={pet.id} pet={pet}>
                <Actions pet={pet} isDeleting={deletion.isSaving(pet.id)} onDelete={() => deletion.start(pet)} />
              </ListedPet>
            ))}
          </ul>
        )
      }
    </ListPage>
  )
}

function Actions({ pet, isDeleting, onDelete }: { pet: Pet; isDeleting: boolean; onDelete: () => void }) {
  const whose = <span className="visually-hidden">&nbsp;{pet.petName}</span>
  return (
    <>
      <Button
        component={Link}
        to={paths.petForm.to({}, { id: pet.id })}
        variant="subtle"
        px={8}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        Edit{whose}
      </Button>
      <Button
        component="a"
        href={paths.petDetail.to({ petId: pet.petId })}
        variant="subtle"
        px={8}
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        Public page{whose}
      </Button>
      <DeleteButton name={pet.petName} isBusy={isDeleting} onClick={onDelete} />
    </>
  )
}
