import { Button, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { IconExternalLink, IconPaw, IconSearch } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { RichText, useText } from '../../languages/use-text.tsx'
import type { LoadFirst } from '../../lib/first-data.ts'
import { lastPage, pageParam } from '../../lib/page-param.ts'
import { useDebouncedSearchParam } from '../../lib/use-debounced-search-param.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import card from '../../ui/layout/card.module.css'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { DeleteButton } from '../../ui/table/delete-button.tsx'
import { DownloadCsv } from '../../ui/table/download-csv.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { ListedPet } from '../listed-pet.tsx'
import { useDeleteAnyPet } from '../use-delete-pet.ts'
import classes from './all-pets-page.module.css'
import { allPetsOn, PETS_A_PAGE, usePetSearch } from './use-pet-search.ts'

export function AllPetsPage() {
  const text = useText()
  const search = useDebouncedSearchParam('search')
  return (
    <>
      <PageTitle aside={<DownloadCsv call={petCalls.csv} input={{ query: { search: search.settled } }} />}>
        {text('titles.allPets')}
      </PageTitle>
      <TextInput
        className={classes.search ?? ''}
        type="search"
        label={text('petList.search')}
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
  const text = useText()
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
      failure={<ErrorBox message={text('petList.failed')} onRetry={found.refetch} />}
    >
      {({ rows, total }) => (
        <>
          <p className={classes.count} role="status">
            {found.isPartial ? text('petList.searching') : text('petList.count', counted(total))}
          </p>
          {rows.length === 0 && !found.isPartial && (
            <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message={text('petList.none')}>
              {settled && <p>{text('petList.noneNamed', { name: settled })}</p>}
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
        <RichText id="petList.view" fill={{ name: () => screenReaderOnly(pet.petName) }} />
      </Button>
      <DeleteButton name={pet.petName} isBusy={isDeleting} onClick={onDelete} />
    </>
  )
}
