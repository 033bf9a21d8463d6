import { Button, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets.ts'
import { IconExternalLink, IconPaw, IconSearch } from '@tabler/icons-react'
import { Navigate, useSearchParams } from 'react-router'
import { pageParam } from '../lib/page-param.ts'
import { request } from '../lib/request.ts'
import { useTypedParam } from '../lib/use-typed-param.ts'
import card from '../ui/card.module.css'
import { DeleteButton } from '../ui/delete-button.tsx'
import { DownloadCsv } from '../ui/download-csv.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { CardGridSkeleton } from '../ui/list-skeletons.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Pager } from '../ui/pager.tsx'
import classes from './all-pets-page.module.css'
import { ListedPet } from './listed-pet.tsx'
import { useDeletePet } from './use-delete-pet.ts'
import { usePetSearch } from './use-pet-search.ts'

export function AllPetsPage() {
  const search = useTypedParam('search')
  return (
    <>
      <PageTitle aside={<DownloadCsv call={petCalls.csv} input={{ query: { search: search.settled } }} />}>
        Pet List
      </PageTitle>
      <TextInput
        className={classes.search ?? ''}
        type="search"
        label="Search by pet name"
        autoComplete="off"
        maxLength={100}
        leftSection={<IconSearch size={20} aria-hidden />}
        value={search.typed}
        onChange={(event) => search.setTyped(event.currentTarget.value)}
      />
      <FoundPets typed={search.typed} settled={search.settled} />
    </>
  )
}

function FoundPets({ typed, settled }: { typed: string; settled: string }) {
  const page = pageParam(useSearchParams()[0])
  const found = usePetSearch(typed, settled, page)
  const { askToDelete, deletingId } = useDeletePet(petCalls.listAll, (pet) =>
    request(petCalls.deleteAny, { params: { id: String(pet.id) } }),
  )

  if (found.isPending) return <CardGridSkeleton />
  if (found.isError) {
    return <ErrorBox message="Failed to fetch pets. Please try again." onRetry={found.retry} />
  }
  const canTurnPages = found.isSettled && !found.isPartial
  if (canTurnPages && page > found.lastPage) {
    return <Navigate to={paths.allPets.to({}, { search: settled, page: found.lastPage })} replace />
  }
  return (
    <>
      <p className={classes.count} role="status">
        {found.isPartial ? 'Searching all pets…' : `${found.total} ${found.total === 1 ? 'pet' : 'pets'}`}
      </p>
      {found.pets.length === 0 && !found.isPartial && (
        <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message="No pets found.">
          {typed.trim() && <p>No pet’s name contains ‘{typed.trim()}’.</p>}
        </EmptyState>
      )}
      <ul className={card.grid}>
        {found.pets.map((pet) => (
          <ListedPet key={pet.id} pet={pet}>
            <Actions pet={pet} isDeleting={deletingId === pet.id} onDelete={() => askToDelete(pet)} />
          </ListedPet>
        ))}
      </ul>
      {canTurnPages && <Pager page={page} last={found.lastPage} />}
    </>
  )
}

function Actions({ pet, isDeleting, onDelete }: { pet: Pet; isDeleting: boolean; onDelete: () => void }) {
  return (
    <>
      <Button
        component="a"
        href={paths.petDetail.to({ petId: pet.petId })}
        target="_blank"
        rel="noopener"
        variant="subtle"
        px={8}
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        View<span className="visually-hidden">&nbsp;{pet.petName}</span>
      </Button>
      <DeleteButton name={pet.petName} isBusy={isDeleting} onClick={onDelete} />
    </>
  )
}
