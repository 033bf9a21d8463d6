import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets.ts'
import { IconExternalLink, IconPaw, IconPencil, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearchParams } from 'react-router'
import { askPage } from '../lib/ask.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { request } from '../lib/request.ts'
import card from '../ui/card.module.css'
import { DeleteButton } from '../ui/delete-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { CardGridSkeleton } from '../ui/list-skeletons.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Pager } from '../ui/pager.tsx'
import { ListedPet } from './listed-pet.tsx'
import { useDeletePet } from './use-delete-pet.ts'

const PETS_A_PAGE = 24

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

function MyPets() {
  const page = pageParam(useSearchParams()[0])
  const query = { page: String(page), limit: String(PETS_A_PAGE) }
  const pets = useQuery({ ...askPage(petCalls.listOwn, { query }), placeholderData: keepPreviousData })
  const { askToDelete, deletingId } = useDeletePet(petCalls.listOwn, (pet) =>
    request(petCalls.delete, { params: { id: String(pet.id) } }),
  )

  if (pets.isPending) return <CardGridSkeleton />
  if (pets.isLoadingError) {
    return <ErrorBox message="Failed to fetch pets. Please try again later." onRetry={pets.refetch} />
  }
  const { rows, total } = pets.data
  const last = lastPage(total, PETS_A_PAGE)
  if (page > last) return <Navigate to={paths.myPets.to({}, { page: last })} replace />
  if (total === 0) {
    return (
      <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message="You haven't added any pets yet...">
        <p>Add your first pet: it gets a page of its own and a QR code for its collar.</p>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={card.grid}>
        {rows.map((pet) => (
          <ListedPet key={pet.id} pet={pet}>
            <Actions pet={pet} isDeleting={deletingId === pet.id} onDelete={() => askToDelete(pet)} />
          </ListedPet>
        ))}
      </ul>
      <Pager page={page} last={last} />
    </>
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
