import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  CareDue,
  type Carer,
  type CommunityAnimal,
  CommunityOrder,
  communityCalls,
  ListedStatus,
} from '@petsetu/contract/pets/community/community.ts'
import { speciesOf } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { drawingOf } from '@petsetu/contract/pets/pet-pictures.ts'
import type { StatusLook } from '@petsetu/contract/platform/registry.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDebouncedSearchParam, useListParam } from '../../../platform/lib/address/use-list-param.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { serverToday } from '../../../platform/lib/requests/server-clock.ts'
import { ANY_TEXT, type FilterOf, listFilter } from '../../../platform/lists/list-filter.ts'
import { BelowRows, FoldedFilters, SearchField, useIsPhone } from '../../../platform/lists/list-filters.tsx'
import { ListTable } from '../../../platform/lists/list-table.tsx'
import { formatMediumDay } from '../../../platform/lists/medium-days.ts'
import { SortSelect } from '../../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Status } from '../../../platform/ui/feedback/status-badge.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { SectionHeading } from '../../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { Near } from '../../../platform/ui/layout/panel.tsx'
import { type Column, OnlyIn, sortBy } from '../../../platform/ui/table/data-table.tsx'
import { DownloadCsv } from '../../../platform/ui/table/download-button.tsx'
import { ListPage } from '../../../platform/ui/table/list-page.tsx'
import { PicturedName } from '../../../platform/ui/table/pictured-name.tsx'
import { CarersCard } from './carers.tsx'
import { Wards, wardCounts } from './wards.tsx'

const ANIMALS_A_PAGE = 20

const { filterIn, addressOf } = listFilter(
  { search: ANY_TEXT, ward: ANY_TEXT, status: ListedStatus, due: CareDue, sort: CommunityOrder },
  () => ({ sort: 'registered-desc' as const }),
)

type Filter = FilterOf<{ filterIn: typeof filterIn }>

const chosenIn = ({ search, ward, status, due }: Filter) => ({
  ...(search && { search }),
  ...(ward && { ward }),
  ...(status && { status }),
  ...(due && { due }),
})

function animalsOf(filter: Filter) {
  const query = { ...chosenIn(filter), sort: filter.sort, page: String(filter.page), limit: String(ANIMALS_A_PAGE) }
  return callQuery(communityCalls.listAll, { query })
}

/** The animals of the street: by ward, one by one, and their carers. */
export function CommunityPage() {
  const text = useText()
  const isPhone = useIsPhone()
  const filter = filterIn(useSearchParams()[0])
  const csv = <DownloadCsv call={communityCalls.csv} input={{ query: chosenIn(filter) }} />
  const camps = (
    <Button component={Link} to={paths.adminCamps.to({})} variant="default">
      {text('titles.adminCamps')}
    </Button>
  )
  return (
    <>
      <PageTitle
        isCompact={isPhone}
        aside={
          <Group justify="space-between" gap="sm">
            {!isPhone && camps}
            {!isPhone && csv}
            <Button
              component={Link}
              to={paths.communityAnimal.to({ petId: 'new' })}
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              {text('communityForm.registerAnimal')}
            </Button>
          </Group>
        }
      >
        {text('titles.communityAnimals')}
      </PageTitle>
      <Stack gap={isPhone ? 40 : 24}>
        {!isPhone && <Wards />}
        <Animals filter={filter} />
        {isPhone && (
          <BelowRows>
            {camps}
            {csv}
          </BelowRows>
        )}
        {isPhone && <Wards />}
        <Carers />
      </Stack>
    </>
  )
}

CommunityPage.load = ((prefetch, { search }) =>
  Promise.all([prefetch(animalsOf(filterIn(search))), prefetch(wardCounts())])) satisfies PageLoader

function Animals({ filter }: { filter: Filter }) {
  const text = useText()
  const isPhone = useIsPhone()
  const animals = useQuery({ ...animalsOf(filter), placeholderData: keepPreviousData })
  const columns = animalColumns(text)
  return (
    <Stack component="section" miw={0} gap={isPhone ? 0 : 'md'} aria-labelledby="animals">
      <SectionHeading id="animals" className={isPhone ? 'visually-hidden' : ''}>
        {text('communityList.animals')}
      </SectionHeading>
      <Filters filter={filter} columns={columns} />
      <ListPage
        list={animals}
        page={filter.page}
        lastPageOf={({ pagination }) => pagination.last_page}
        totalOf={({ pagination }) => pagination.total}
        addressOf={(last) => paths.communityAnimals.to({}, addressOf({ ...filter, page: last }))}
        skeleton={<TableSkeleton />}
        failure={text('communityList.failed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState picture="pets" message={text('communityList.noAnimals')} />
          ) : (
            <ListTable
              caption={text('communityList.animals')}
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              order={filter.sort}
              hasSortSelect
            />
          )
        }
      </ListPage>
    </Stack>
  )
}

type FiltersProps = { filter: Filter; columns: Column<CommunityAnimal>[] }

function Filters({ filter: { ward, status, due, sort }, columns }: FiltersProps) {
  const text = useText()
  const search = useDebouncedSearchParam('search')
  const setParam = useListParam()
  const wards = useQuery(wardCounts()).data?.data.map((counts) => counts.ward) ?? []
  const known = ward && !wards.includes(ward) ? [ward, ...wards] : wards
  return (
    <FoldedFilters
      isAtOnce
      count={[search.typed, ward, status, due].filter(Boolean).length}
      sort={<SortSelect columns={columns} order={sort} usual={text('communityList.newest')} />}
    >
      <SimpleGrid
        minColWidth="min(100%, 200px)"
        autoFlow="auto-fit"
        spacing="sm"
        mb={{ base: 'md', sm: 0 }}
        style={{ alignItems: 'end' }}
      >
        <SearchField label={text('communityList.search')} typed={search.typed} onType={search.setTyped} />
        <NativeSelect
          label={text('labels.ward')}
          data={[{ value: '', label: text('communityList.allWards') }, ...known]}
          value={ward}
          onChange={({ currentTarget }) => setParam('ward', currentTarget.value)}
        />
        <NativeSelect
          label={text('labels.status')}
          data={[
            { value: '', label: text('communityList.anyStatus') },
            ...ListedStatus.options.map((value) => ({ value, label: text(STATUS_LOOKS[value].label) })),
          ]}
          value={status}
          onChange={({ currentTarget }) => setParam('status', currentTarget.value)}
        />
        <NativeSelect
          label={text('communityList.stillToDo')}
          data={[
            { value: '', label: text('communityList.doneOrNot') },
            { value: 'vaccination', label: text('communityList.overdue') },
            { value: 'sterilisation', label: text('communityList.unsterilised') },
          ]}
          value={due}
          onChange={({ currentTarget }) => setParam('due', currentTarget.value)}
        />
      </SimpleGrid>
    </FoldedFilters>
  )
}

const STATUS_LOOKS: Record<CommunityAnimal['status'], StatusLook> = {
  here: { label: 'communityStatus.here', tone: 'active', icon: 'check' },
  moved: { label: 'communityStatus.moved', tone: 'expired', icon: 'back' },
  adopted: { label: 'communityStatus.adopted', tone: 'brand', icon: 'check' },
  died: { label: 'communityStatus.died', tone: 'expired', icon: 'cross' },
}

function animalColumns(text: Translate): Column<CommunityAnimal>[] {
  return [
    {
      head: text('labels.petName'),
      inCard: 'title',
      sort: sortBy('name'),
      cell: ({ petId, petName, petType }) => (
        <PicturedName>
          <img src={drawingOf(speciesOf(petType))} alt="" width={24} height={24} style={{ flex: 'none' }} />
          <span>
            <Link to={paths.communityAnimal.to({ petId })}>{petName}</Link>
            <OnlyIn place="card">
              <Text span display="block" fz="sm" lh={1.2} c="dimmed">
                {groupPetId(petId)}
              </Text>
            </OnlyIn>
          </span>
        </PicturedName>
      ),
    },
    {
      head: text('communityList.tag'),
      isTight: true,
      inCard: 'nothing',
      cell: ({ petId }) => groupPetId(petId),
    },
    { head: text('labels.ward'), inCard: 'nothing', sort: sortBy('ward'), cell: ({ ward }) => ward },
    {
      head: text('labels.landmark'),
      inCard: 'line',
      cell: ({ landmark, ward }) => (
        <>
          {landmark}
          <OnlyIn place="card">, {ward}</OnlyIn>
        </>
      ),
    },
    {
      head: text('labels.status'),
      inCard: 'end',
      cell: ({ status }) => <Status look={STATUS_LOOKS[status]} />,
    },
    {
      head: text('communityList.rabies'),
      align: 'right',
      inCard: 'value',
      isNamedInCard: true,
      cell: ({ status, rabiesValidUntil, sterilisedOn }) => (
        <>
          {status === 'here' && isPast(rabiesValidUntil) ? (
            <Near>{text('communityList.dueNow')}</Near>
          ) : (
            dayOrNone(rabiesValidUntil, text)
          )}
          <OnlyIn place="card">
            <br />
            <Text span inherit c="dimmed">
              {text('communityList.sterilised')}
            </Text>{' '}
            {/* As dark as a day: the grey word before it names it. */}
            {sterilisedOn ? formatMediumDay(sterilisedOn) : text('communityList.notRecorded')}
          </OnlyIn>
        </>
      ),
    },
    {
      head: text('communityList.sterilised'),
      align: 'right',
      inCard: 'nothing',
      cell: ({ sterilisedOn }) => <Sterilised day={sterilisedOn} text={text} />,
    },
  ]
}

const isPast = (day: string | null) => day === null || day < serverToday()

const dayOrNone = (day: string | null, text: Translate) => (day ? formatMediumDay(day) : text('communityList.none'))

/** A dash would read as "no": nobody knows whether an animal without a record was sterilised. */
function Sterilised({ day, text }: { day: string | null; text: Translate }) {
  if (day) return formatMediumDay(day)
  return (
    <Text span inherit c="dimmed">
      {text('communityList.notRecorded')}
    </Text>
  )
}

/** The accounts that may register animals of the street. */
function Carers() {
  const text = useText()
  const carers = useQuery(callQuery(communityCalls.listCarers, {}))
  const invalidates = [communityCalls.listCarers]
  const naming = useSave({
    call: communityCalls.nameCarer,
    send: (login: string) => request(communityCalls.nameCarer, { body: { login } }),
    invalidates,
  })
  const removal = useSave({
    call: communityCalls.removeCarer,
    send: ({ id }: Carer) => request(communityCalls.removeCarer, { params: { userId: String(id) } }),
    confirm: ({ username }) => ({
      title: text('communityList.removeQuestion', { username }),
      children: text('communityList.removeExplanation'),
      confirmLabel: text('communityList.removeCarer'),
    }),
    rowOf: ({ id }) => id,
    invalidates,
    failure: { fallback: text('communityList.failed') },
  })
  return (
    <CarersCard
      id="all-carers"
      hint={text('communityList.allCarersHint')}
      carers={carers}
      removal={removal}
      onAdd={naming.save}
    />
  )
}
