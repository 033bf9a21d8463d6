import { Button, Group, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petInShort, speciesOf } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { drawingOf } from '@petsetu/contract/pets/pet-pictures.ts'
import { type Pet, PetOrder, petCalls } from '@petsetu/contract/pets/pets.ts'
import { COUNTED_MAX, InternalId } from '@petsetu/contract/platform/envelope.ts'
import { lastPage } from '@petsetu/contract/platform/paging.ts'
import { countedUpTo } from '@petsetu/languages/figures.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import {
  IconAlertTriangle,
  IconExternalLink,
  IconLayoutGrid,
  IconPencil,
  IconTable,
  IconTrash,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { useDebouncedSearchParam, useListParam } from '../../platform/lib/address/use-list-param.ts'
import { callQuery, pageQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { ANY_TEXT, type FilterOf, fieldFrom, listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, SearchField, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { RowMenu } from '../../platform/lists/row-menu.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { CardGridSkeleton, TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { type Column, sortBy } from '../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { FilterButtons } from '../../platform/ui/table/filter-buttons.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { PicturedName } from '../../platform/ui/table/pictured-name.tsx'
import { DeleteButton } from '../../platform/ui/table/row-actions.tsx'
import { ListedPet } from '../listed-pet.tsx'
import { useDeleteAnyPet } from '../use-delete-pet.ts'
import { AdminFacts, lostSince } from './admin-facts.tsx'
import classes from './all-pets-page.module.css'
import { petsNamed } from './pet-search.ts'

export function AllPetsPage() {
  const text = useText()
  const search = useDebouncedSearchParam('search')
  const filter = { ...filterIn(useSearchParams()[0]), search: search.settled }
  const found = usePetSearch(search.typed, filter)
  const isPhone = useIsPhone()
  const csv = <DownloadCsv call={petCalls.csv} input={{ query: chosenIn(filter) }} />
  return (
    <>
      <PageTitle
        isCompact
        aside={
          <>
            <Button component={Link} to={paths.communityAnimals.to({})} variant="default">
              {text('titles.communityAnimals')}
            </Button>
            {!isPhone && csv}
          </>
        }
      >
        {text('titles.allPets')}
      </PageTitle>
      <Group className={classes.top ?? ''} align="end" gap="8px 16px" mb="sm">
        <SearchField isShort label={text('petList.search')} typed={search.typed} onType={search.setTyped} />
        <LostChoice chosen={filter.lost} />
        <Count found={found} filter={filter} />
        <ViewChoice />
      </Group>
      {filter.owner_id && <OfOwner id={filter.owner_id} />}
      <FoundPets found={found} filter={filter} />
      {isPhone && <BelowRows>{csv}</BelowRows>}
    </>
  )
}

AllPetsPage.load = ((prefetch, { search }) => prefetch(allPetsOn(filterIn(search)))) satisfies PageLoader

function LostChoice({ chosen }: { chosen: PetFilter['lost'] }) {
  const text = useText()
  const setParam = useListParam()
  return (
    <FilterButtons
      legend={text('petList.which')}
      choices={[
        { value: '', label: text('petList.all') },
        { value: 'yes', label: text('petList.lost') },
      ]}
      chosen={chosen}
      onChoose={(choice) => setParam('lost', choice)}
    />
  )
}

/** The choice stands in the address, so that a bookmark keeps it. A phone has none: there, the table is cards, too. */
function ViewChoice() {
  const text = useText()
  const [params, setParams] = useSearchParams()
  const isPhone = useIsPhone()
  if (isPhone) return null

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
        { value: 'cards', label: text('petList.cards'), icon: IconLayoutGrid },
        { value: 'table', label: text('petList.table'), icon: IconTable },
      ]}
      chosen={filterIn(params).view}
      onChoose={choose}
    />
  )
}

/** Says whose pets the list holds, by name to an admin who may see accounts, and leads back to all of them. */
function OfOwner({ id }: { id: string }) {
  const text = useText()
  const me = useUser()
  const setParam = useListParam()
  const mayRead = me !== null && hasDuty(me, 'members')
  // Not kept: the form of the account would begin with it.
  const { data: user } = useQuery({ ...callQuery(userCalls.read, { params: { id } }), gcTime: 0, enabled: mayRead })

  function showAll() {
    setParam('owner_id', null)
    restoreFocus()
  }

  return (
    <Group gap="4px 12px" mt="sm">
      <Text>{user ? text('petList.ofUser', { username: user.username }) : text('petList.ofOneUser')}</Text>
      <Button variant="subtle" px={8} onClick={showAll}>
        {text('petList.showAll')}
      </Button>
    </Group>
  )
}

type FoundProps = { found: ReturnType<typeof usePetSearch>; filter: PetFilter }

function Count({ found: { data, isPartial }, filter: { search, lost, owner_id } }: FoundProps) {
  const text = useText()
  if (!data) return null
  const { total } = data
  return (
    <Text className={classes.count ?? ''} c="dimmed" role="status">
      {isPartial
        ? text('petList.searching')
        : text('petList.count', search || lost || owner_id ? countedUpTo(total, COUNTED_MAX) : pluralValues(total))}
    </Text>
  )
}

function FoundPets({ found, filter }: FoundProps) {
  const text = useText()
  const { view, page, sort, search, lost } = filter
  const deletion = useDeleteAnyPet()
  const isDeleting = ({ id }: { id: number }) => deletion.isSaving(id)

  return (
    <ListPage
      list={found}
      page={page}
      lastPageOf={({ total }) => (found.isPartial ? 1 : lastPage(total, PETS_A_PAGE))}
      addressOf={(last) => paths.allPets.to({}, addressOf({ ...filter, page: last }))}
      skeleton={view === 'table' ? <TableSkeleton /> : <CardGridSkeleton />}
      failure={text('petList.failed')}
    >
      {({ rows }) => (
        <>
          {rows.length === 0 && !found.isPartial && (
            <EmptyState picture="pets" message={text('petList.none')}>
              {search && !lost && <p>{text('petList.noneNamed', { name: search })}</p>}
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

const PETS_A_PAGE = 24

const chosenIn = ({ search, lost, owner_id }: Pick<PetFilter, 'search' | 'lost' | 'owner_id'>) => ({
  search,
  ...(lost && { lost }),
  ...(owner_id && { owner_id }),
})

function allPetsOn({ page, sort, ...filter }: PetFilter) {
  const query = { page: String(page), limit: String(PETS_A_PAGE), ...chosenIn(filter), sort }
  return pageQuery(petCalls.listAll, { query })
}

/**
 * A page of all pets, or of those that the typed text finds.
 *
 * The server searches for the settled text of the filter. Until it answers, the loaded pets are filtered at once, and `isPartial` is true.
 */
function usePetSearch(typed: string, filter: PetFilter) {
  const found = useQuery({ ...allPetsOn(filter), placeholderData: keepPreviousData })
  const isPartial = typed.trim() !== filter.search || found.isPlaceholderData
  const loaded = (found.data?.rows ?? []).filter((pet) => !filter.lost || pet.lost)
  const quick = petsNamed(loaded, typed)
  const data = found.data && isPartial ? { rows: quick, total: quick.length } : found.data
  return { ...found, data, isPartial }
}

function PetTable({ pets, order, isDeleting, onDelete }: PetsProps & { order: PetOrder }) {
  const text = useText()
  const navigate = useNavigate()
  const columns: Column<Pet>[] = [
    ...columnsOf(text),
    {
      head: text('columns.actions'),
      inCard: 'menu',
      cell: (pet) => (
        <RowMenu
          of={pet.petName}
          actions={[
            {
              label: text('petList.edit'),
              name: text('petList.editNamed', { name: pet.petName }),
              icon: IconPencil,
              onChoose: () => navigate(paths.editPet.to({ id: pet.id })),
            },
            {
              label: text('controls.delete'),
              name: text('petList.deleteNamed', { name: pet.petName }),
              icon: IconTrash,
              isDangerous: true,
              isBusy: isDeleting(pet),
              onChoose: () => onDelete(pet),
            },
          ]}
        />
      ),
    },
  ]
  return (
    <ListTable caption={text('petList.caption')} columns={columns} rows={pets} keyOf={({ id }) => id} order={order} />
  )
}

function columnsOf(text: Translate): Column<Pet>[] {
  return [
    {
      head: text('petList.pet'),
      inCard: 'title',
      sort: sortBy('name'),
      cell: (pet) => <PetCell pet={pet} />,
    },
    {
      head: text('petList.tag'),
      isTight: true,
      cell: ({ petId }) => groupPetId(petId),
    },
    { head: text('petList.kind'), cell: (pet) => petInShort(pet, text) },
    { head: text('petList.owner'), cell: ({ ownerName }) => ownerName },
    { head: text('petList.contact'), cell: ({ contactDetails }) => <Short>{contactDetails}</Short> },
    { head: text('petList.place'), cell: ({ location }) => <Short>{location}</Short> },
  ]
}

/** A drawing of the species and the name, which is in one line of a row and whole where the mouse points at it. */
function PetCell({ pet: { petId, petName, petType, lost } }: { pet: Pet }) {
  const text = useText()
  return (
    <PicturedName>
      <img src={drawingOf(speciesOf(petType))} alt="" width={24} height={24} style={{ flex: 'none' }} />
      <span className={classes.pet}>
        <a
          className={classes.petName}
          href={paths.petDetail.to({ petId })}
          target="_blank"
          rel="noopener"
          title={petName}
        >
          <RichText id="tags.petInNewTab" fill={{ pet: () => petName, hint: screenReaderOnly }} />
        </a>
        {lost && (
          <small className={classes.lost}>
            <IconAlertTriangle size={14} aria-hidden />
            {lostSince(lost, text)}
          </small>
        )}
      </span>
    </PicturedName>
  )
}

/** Text of any length in a row of two lines; whole where the mouse points at it. */
function Short({ children }: { children: string }) {
  return (
    <span className={classes.short} title={children}>
      {children}
    </span>
  )
}

type View = 'cards' | 'table'

const view = fieldFrom((text): View | null => (text === 'table' ? text : null))

const lost = fieldFrom((text): 'yes' | null => (text === 'yes' ? text : null))

const { filterIn, addressOf } = listFilter(
  { search: ANY_TEXT, lost, sort: PetOrder, view, owner_id: InternalId },
  () => ({
    sort: 'newest',
    view: 'cards',
  }),
)

type PetFilter = FilterOf<{ filterIn: typeof filterIn }>

type PetsProps = { pets: Pet[]; isDeleting: (pet: Pet) => boolean; onDelete: (pet: Pet) => void }

function PetCards({ pets, isDeleting, onDelete }: PetsProps) {
  return (
    <ul className={card.grid}>
      {pets.map((pet) => (
        <ListedPet key={pet.id} pet={pet} drawing={drawingOf(speciesOf(pet.petType))} facts={<AdminFacts pet={pet} />}>
          <Actions pet={pet} isDeleting={isDeleting(pet)} onDelete={() => onDelete(pet)} />
        </ListedPet>
      ))}
    </ul>
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
      <Button
        component={Link}
        to={paths.editPet.to({ id: pet.id })}
        variant="subtle"
        px={8}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        <RichText id="pets.edit" fill={{ name: () => screenReaderOnly(pet.petName) }} />
      </Button>
      <DeleteButton name={pet.petName} isBusy={isDeleting} onClick={onDelete} />
    </>
  )
}
