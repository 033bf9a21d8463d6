import { Button, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets.ts'
import { IconExternalLink, IconPaw, IconSearch } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import type { LoadFirst } from '../../lib/first-data.ts'
import { lastPage, pageParam } from '../../lib/page-param.ts'
import { useDebouncedSearchParam } from '../../lib/use-debounced-search-param.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import card from '../../ui/layout/card.module.css'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { DeleteButton } from '../../ui/table/delete-button.tsx'
import { DownloadCsv } from '../../ui/table/download-csv.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { ListedPet } from '../listed-pet.tsx'
import { useDeleteAnyPet } from '../use-delete-pet.ts'
import classes from './all-pets-page.module.css'
import { allPetsOn, PETS_A_PAGE, usePetSearch } from './use-pet-search.ts'

export function AllPetsPage() {
  const search = useDebouncedSearchParam('search')
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

AllPetsPage.load = ((queries, { search }) =>
  queries.prefetchQuery(allPetsOn(pageParam(search), search.get('search') ?? ''))) satisfies LoadFirst

function FoundPets({ typed, settled }: { typed: string; settled: string }) {
  const page = pageParam(useSearchParams()[0])
  const found = usePetSearch(typed, settled, page)
  const deletion = useDeleteAnyPet()

  return (
    <ListPage
      list={found}
      page={page}
      lastPageOf={({ total }) => (found.isPartial ? 1 : lastPage(total, PETS_A_PAGE))}
      addressOf={(last) => paths.allPets.to({}, { search: settled, page: last })}
      skeleton={<CardGridSkeleton />}
      failure={<ErrorBox message="Failed to fetch pets. Please try again." onRetry={found.refetch} />}
    >
      {({ rows, total }) => (
        <>
          <p className={classes.count} role="status">
            {found.isPartial ? 'Searching all pets…' : `${total} ${total === 1 ? 'pet' : 'pets'}`}
          </p>
          {rows.length === 0 && !found.isPartial && (
            <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message="No pets found.">
              {settled && <p>No pet’s name contains ‘{settled}’.</p>}
            </EmptyState>
          )}
          <ul className={card.grid}>
            {rows.map((pet) => (
              <ListedPet key={pet.id} pet={pet}>
                <Actions pet={pet} isDeleting={deletion.isSaving(pet.id)} onDelete={() => deletion.start(pet)} />
              </ListedPet>
            ))}
          </ul>
        </>
      )}
    </ListPage>
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
