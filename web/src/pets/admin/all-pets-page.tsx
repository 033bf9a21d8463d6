import { COUNTED_MAX } from '@petsetu/contract/counted-max.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { petCalls } from '@petsetu/contract/pets.ts'
import { countedUpTo } from '@petsetu/languages/figures.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { IconPaw } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import type { LoadFirst } from '../../lib/first-data.ts'
import { lastPage } from '../../lib/page-param.ts'
import { useDebouncedSearchParam } from '../../lib/use-debounced-search-param.ts'
import { SearchField } from '../../lists/search-field.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CardGridSkeleton, TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { DownloadCsv } from '../../ui/table/download-csv.tsx'
import { FilterButtons } from '../../ui/table/filter-buttons.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { useDeleteAnyPet } from '../use-delete-pet.ts'
import classes from './all-pets-page.module.css'
import { PetCards } from './pet-cards.tsx'
import { addressOf, filterIn, type View } from './pet-filter.ts'
import { PetTable } from './pet-table.tsx'
import { allPetsOn, PETS_A_PAGE, usePetSearch } from './use-pet-search.ts'

export function AllPetsPage() {
  const text = useText()
  const search = useDebouncedSearchParam('search')
  return (
    <>
      <PageTitle isCompact aside={<DownloadCsv call={petCalls.csv} input={{ query: { search: search.settled } }} />}>
        {text('titles.allPets')}
      </PageTitle>
      <div className={classes.top}>
        <SearchField label={text('petList.search')} typed={search.typed} onType={search.setTyped} />
        <ViewChoice />
      </div>
      <FoundPets typed={search.typed} settled={search.settled} />
    </>
  )
}

AllPetsPage.load = ((prefetch, { search }) => prefetch(allPetsOn(filterIn(search)))) satisfies LoadFirst

/** The choice stands in the address, so that a bookmark keeps it. */
function ViewChoice() {
  const text = useText()
  const [params, setParams] = useSearchParams()

  function choose(view: View) {
    setParams(
      (current) => {
        if (view === 'table') current.set('view', view)
        else current.delete('view')
        return current
      },
      { preventScrollReset: true },
    )
  }

  return (
    <FilterButtons
      legend={text('petList.show')}
      choices={[
        { value: 'cards', label: text('petList.cards') },
        { value: 'table', label: text('petList.table') },
      ]}
      chosen={filterIn(params).view}
      onChoose={choose}
    />
  )
}

function FoundPets({ typed, settled }: { typed: string; settled: string }) {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const { view, page, sort } = filter
  const found = usePetSearch(typed, { ...filter, search: settled })
  const deletion = useDeleteAnyPet()
  const isDeleting = ({ id }: { id: number }) => deletion.isSaving(id)

  return (
    <ListPage
      list={found}
      page={page}
      lastPageOf={({ total }) => (found.isPartial ? 1 : lastPage(total, PETS_A_PAGE))}
      addressOf={(last) => paths.allPets.to({}, addressOf({ ...filter, search: settled, page: last }))}
      skeleton={view === 'table' ? <TableSkeleton /> : <CardGridSkeleton />}
      failure={text('petList.failed')}
    >
      {({ rows, total }) => (
        <>
          <p className={classes.count} role="status">
            {found.isPartial
              ? text('petList.searching')
              : text('petList.count', settled ? countedUpTo(total, COUNTED_MAX) : counted(total))}
          </p>
          {rows.length === 0 && !found.isPartial && (
            <EmptyState icon={<IconPaw size={36} stroke={1.5} />} message={text('petList.none')}>
              {settled && <p>{text('petList.noneNamed', { name: settled })}</p>}
            </EmptyState>
          )}
          {view === 'cards' && <PetCards pets={rows} isDeleting={isDeleting} onDelete={deletion.start} />}
          {view === 'table' && rows.length > 0 && (
            <PetTable pets={rows} order={sort} isDeleting={isDeleting} onDelete={deletion.start} />
          )}
        </>
      )}
    </ListPage>
  )
}
