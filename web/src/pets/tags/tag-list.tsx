import { Button, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId, normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import {
  PRINTED_TAGS_MAX,
  type Tag,
  type TagBatch,
  TagOrder,
  TagState,
  tagCalls,
  tagStates,
} from '@petsetu/contract/pets/tags.ts'
import { lastPage } from '@petsetu/contract/platform/paging.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { keepingFocus } from '../../platform/lib/lost-focus.ts'
import { callQuery, pageQuery } from '../../platform/lib/requests/call-query.ts'
import { messageOf, request } from '../../platform/lib/requests/request.ts'
import { saveReply } from '../../platform/lib/requests/save-reply.ts'
import { useLeaving } from '../../platform/lib/requests/use-leaving.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'
import { type FilterOf, fieldFrom, listFilter } from '../../platform/lists/list-filter.ts'
import { BelowRows, FoldedFilters, useIsPhone } from '../../platform/lists/list-filters.tsx'
import { ListTable } from '../../platform/lists/list-table.tsx'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { SortSelect } from '../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { showFailure } from '../../platform/ui/feedback/toast.ts'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { type Column, sortBy } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton, DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { FilterButtons } from '../../platform/ui/table/filter-buttons.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import classes from './tag-list.module.css'

const TAGS_A_PAGE = 20

const CHOICES = [
  { value: '', label: 'tags.all' } as const,
  ...TagState.options.map((value) => ({ value, ...tagStates[value] })),
]

const { filterIn, addressOf, queryOf } = listFilter({
  state: TagState,
  batch: fieldFrom((text) => (/^[1-9]\d{0,9}$/.test(text) ? text : null)),
  tag: fieldFrom(normalizePetId),
  sort: TagOrder,
})

type Filter = FilterOf<{ filterIn: typeof filterIn }>

export const tagFilterIn = filterIn

const orderOf = ({ sort }: Filter): TagOrder => sort || 'generated-desc'

export function tagsOn(filter: Filter) {
  const query = { page: String(filter.page), limit: String(TAGS_A_PAGE), ...queryOf(filter) }
  return pageQuery(tagCalls.list, { query })
}

function useTags(filter: Filter) {
  return useQuery({ ...tagsOn(filter), placeholderData: keepPreviousData })
}

/** All tags with their state. Selected tags can be printed again. */
export function TagList() {
  const text = useText()
  const [params, setParams] = useSearchParams()
  const filter = filterIn(params)
  // Leads to the first page, and away from one tag alone.
  const choose = ({ state, batch, sort }: Pick<Filter, 'state' | 'batch' | 'sort'>) =>
    setParams(queryOf({ state, batch, sort, tag: '' }), { preventScrollReset: true })
  const isPhone = useIsPhone()
  const tags = useTags(filter)
  const selection = useSelection(tags.data?.rows.map(({ petId }) => petId) ?? [])
  const csv = <DownloadCsv call={tagCalls.csv} input={{ query: queryOf({ ...filter, sort: '' }) }} />
  const print = <PrintBlank batch={filter.batch} />
  return (
    <Stack component="section" gap={isPhone ? 'xs' : 'md'} mt={isPhone ? 'xs' : 32} aria-labelledby="tags-heading">
      <Group justify="space-between" gap="8px 24px">
        <Title order={2} id="tags-heading" size="1.375rem" lh={1.2}>
          {text('tags.list')}
        </Title>
        <Group gap="sm">
          {!isPhone && csv}
          {print}
        </Group>
      </Group>
      <div>
        <FoldedFilters
          isAtOnce
          count={[filter.state, filter.batch].filter(Boolean).length}
          sort={<SortSelect columns={columnsOf(NO_CHOICE, text)} order={orderOf(filter)} />}
        >
          <Group className={classes.filters ?? ''} gap="12px 24px">
            <FilterButtons
              legend={text('tags.filter')}
              choices={CHOICES.map(({ value, label }) => ({ value, label: text(label) }))}
              chosen={filter.state}
              onChoose={(state) => choose({ ...filter, state })}
            />
            <BatchFilter chosen={filter.batch} onChoose={(batch) => choose({ ...filter, batch })} />
          </Group>
        </FoldedFilters>
      </div>
      {filter.tag && <Notice kind="info">{text('tags.onlyOne')}</Notice>}
      {tags.data?.rows.some(({ state }) => state === 'spent') && <Text c="dimmed">{text('tags.spentMeans')}</Text>}
      <div>
        <Tags filter={filter} tags={tags} selection={selection} />
      </div>
      {isPhone && <BelowRows>{csv}</BelowRows>}
    </Stack>
  )
}

type TagsProps = { filter: Filter; tags: ReturnType<typeof useTags>; selection: Selection }

function Tags({ filter, tags, selection }: TagsProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const chosenBy = ({ petId }: Tag) => (
    <Checkbox
      className={classes.choice ?? ''}
      aria-label={text('tags.chooseTag', { petId: groupPetId(petId) })}
      checked={selection.chosen.includes(petId)}
      onChange={(event) => selection.choose([petId], event.currentTarget.checked)}
    />
  )
  const choosePage = !isPhone && <PageChoice {...selection} />
  return (
    <ListPage
      list={tags}
      page={filter.page}
      lastPageOf={({ total }) => lastPage(total, TAGS_A_PAGE)}
      addressOf={(last) => paths.generateQr.to({}, addressOf({ ...filter, page: last }))}
      skeleton={<TableSkeleton />}
      failure={text('tags.listFailed')}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState picture="find" message={text('tags.none')} />
        ) : (
          <>
            {isPhone && <PageChoice {...selection} isNamed />}
            <ChosenTags {...selection} />
            <ListTable
              caption={text(filter.sort ? 'tags.list' : 'tags.caption')}
              columns={columnsOf({ choosePage, chosenBy, hasPets: rows.some(({ petName }) => petName !== null) }, text)}
              rows={rows}
              keyOf={({ petId }) => petId}
              order={orderOf(filter)}
              hasSortSelect
            />
          </>
        )
      }
    </ListPage>
  )
}

type Options = { choosePage: ReactNode; chosenBy: (tag: Tag) => ReactNode; hasPets: boolean }

const NO_CHOICE: Options = { choosePage: null, chosenBy: () => null, hasPets: false }

/** Without the column of pets where no tag of the page has one. */
function columnsOf({ choosePage, chosenBy, hasPets }: Options, text: Translate): Column<Tag>[] {
  const pet: Column<Tag> = { head: text('tags.pet'), inCard: 'line', cell: (tag) => petLink(tag) }
  return [
    {
      head: text('tags.tagId'),
      beforeHead: choosePage,
      sort: sortBy('tag'),
      inCard: 'title',
      isTight: true,
      cell: (tag) => (
        <Group component="span" gap="sm" wrap="nowrap">
          {chosenBy(tag)}
          <strong>{groupPetId(tag.petId)}</strong>
        </Group>
      ),
    },
    { head: text('tags.state'), inCard: 'end', cell: (tag) => <Status look={tagStates[tag.state]} /> },
    ...(hasPets ? [pet] : []),
    { head: text('tags.batch'), inCard: 'value', cell: ({ batch }) => batch && <BatchLink batch={batch} /> },
    {
      head: text('tags.generatedOn'),
      inCard: 'value',
      sort: sortBy('generated', { isUsual: true }),
      align: 'right',
      isTight: true,
      cell: ({ createdAt }) => formatMediumInstant(createdAt),
    },
  ]
}

function petLink({ petId, petName }: Tag) {
  if (petName === null) return null
  return (
    <a href={paths.petDetail.to({ petId })} target="_blank" rel="noopener">
      <RichText id="tags.petInNewTab" fill={{ pet: () => petName, hint: screenReaderOnly }} />
    </a>
  )
}

/** The name of a batch leads to its tags. */
function BatchLink({ batch: { id, name } }: { batch: NonNullable<Tag['batch']> }) {
  return (
    <Link className={classes.batchName} to={paths.generateQr.to({}, { batch: id })} title={name} preventScrollReset>
      {name}
    </Link>
  )
}

type Selection = ReturnType<typeof useSelection>

/** The chosen tags of all pages, beside those of this page. */
function useSelection(onPage: string[]) {
  const [chosen, setChosen] = useState<string[]>([])

  function choose(petIds: string[], isChosen: boolean) {
    const others = chosen.filter((petId) => !petIds.includes(petId))
    setChosen(isChosen ? [...others, ...petIds] : others)
  }

  return { chosen, onPage, choose }
}

/** A box that chooses all tags of the page, in the head of the table. On a phone it has words, and stands above the cards. */
function PageChoice({ chosen, onPage, choose, isNamed = false }: Selection & { isNamed?: boolean }) {
  const text = useText()
  if (onPage.length === 0) return null
  const name = text('tags.choosePage')
  const chosenHere = onPage.filter((petId) => chosen.includes(petId)).length
  return (
    <Checkbox
      className={isNamed ? `${classes.choice} ${classes.named}` : (classes.choice ?? '')}
      {...(isNamed ? { label: name } : { 'aria-label': name, title: name })}
      checked={chosenHere === onPage.length}
      indeterminate={chosenHere > 0 && chosenHere < onPage.length}
      onChange={(event) => choose(onPage, event.currentTarget.checked)}
    />
  )
}

/** The number of chosen tags of all pages, and the actions for them. */
function ChosenTags({ chosen, choose }: Selection) {
  const text = useText()
  const isOver = chosen.length > PRINTED_TAGS_MAX
  const count = formatCount(chosen.length)
  return (
    <Group justify="space-between" gap="8px 24px" mb={chosen.length > 0 ? 'sm' : 0}>
      <Group gap="8px 16px">
        <Text style={{ fontVariantNumeric: 'tabular-nums' }} c={isOver ? 'var(--heart)' : 'dimmed'} role="status">
          {isOver
            ? text('tags.chosenTooMany', { count, max: formatCount(PRINTED_TAGS_MAX) })
            : chosen.length > 0 && text('tags.chosen', { count })}
        </Text>
        {chosen.length > 0 && (
          <Button
            variant="subtle"
            px={8}
            onClick={() => {
              choose(chosen, false)
              restoreFocus()
            }}
          >
            {text('tags.chooseNone')}
          </Button>
        )}
      </Group>
      {chosen.length > 0 && <PrintSheet petIds={chosen} isDisabled={isOver} />}
    </Group>
  )
}

const TAGS_A_REQUEST = 100

/** The number of all blank tags, or of those of a batch. */
export function blankOf(batch: string) {
  return pageQuery(tagCalls.list, { query: { state: 'blank', batch, limit: '1' } })
}

/** Downloads the QR codes of all blank tags, or those of a batch: a PDF for every 240 of them, because a sheet holds no more. */
function PrintBlank({ batch }: { batch: string }) {
  const text = useText()
  const leaving = useLeaving()
  const { data: blank, isPlaceholderData } = useQuery({ ...blankOf(batch), placeholderData: keepPreviousData })

  const [print, isBusy] = useBusy(
    keepingFocus(async () => {
      const signal = leaving()
      try {
        const petIds = await listBlank(batch, signal)
        if (petIds.length === 0) showFailure(text('tags.noBlank'))
        for (let first = 0; first < petIds.length; first += PRINTED_TAGS_MAX) {
          const sheet = petIds.slice(first, first + PRINTED_TAGS_MAX).join(',')
          await saveReply(tagCalls.sheet, { query: { petIds: sheet } }, signal)
        }
      } catch (error) {
        if (!signal.aborted) showFailure(messageOf(error, text('tags.printFailed')))
      }
    }),
  )

  if (!blank || blank.total === 0) return null
  return (
    <Button
      variant="default"
      loading={isBusy || isPlaceholderData}
      leftSection={<IconPrinter size={18} aria-hidden />}
      onClick={() => void print()}
    >
      {text(batch ? 'tags.printBlankOfBatch' : 'tags.printBlank', pluralValues(blank.total))}
    </Button>
  )
}

/** Oldest first. The pages are read from the last one: where a tag is registered meanwhile, the others move to pages that are read later. */
async function listBlank(batch: string, signal: AbortSignal): Promise<string[]> {
  const filter = { state: 'blank', batch, sort: 'generated', limit: String(TAGS_A_REQUEST) } as const
  const read = (page: number) => request(tagCalls.list, { query: { ...filter, page: String(page) } }, { signal })
  const { total } = await read(1)
  const pages: string[][] = []
  for (let page = lastPage(total ?? 0, TAGS_A_REQUEST); page >= 1; page--)
    pages.unshift((await read(page)).reply.map(({ petId }) => petId))
  return [...new Set(pages.flat())]
}

export function batchesWith(chosen: string) {
  return callQuery(tagCalls.listBatches, { query: { ...(chosen && { batch: chosen }) } })
}

/** Chooses the batch whose tags are listed, or all. Each says how many of its tags are blank, registered and spent. */
function BatchFilter({ chosen, onChoose }: { chosen: string; onChoose: (batch: string) => void }) {
  const text = useText()
  const { data: batches = [] } = useQuery({ ...batchesWith(chosen), placeholderData: keepPreviousData })
  if (batches.length === 0) return null
  return (
    <NativeSelect
      flex="1 1 280px"
      maw={360}
      aria-label={text('tags.batch')}
      data={[
        { value: '', label: text('tags.allBatches') },
        ...batches.map((batch) => ({ value: String(batch.id), label: summaryOf(batch, text) })),
      ]}
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

function summaryOf({ name, blank, registered, spent }: TagBatch, text: Translate): string {
  const counts = { blank: formatCount(blank), registered: formatCount(registered), spent: formatCount(spent) }
  return text('tags.batchSummary', { name, ...counts })
}

/** Downloads the QR codes of these tags as a PDF of A4 pages. */
export function PrintSheet({ petIds, isDisabled = false }: { petIds: string[]; isDisabled?: boolean }) {
  const text = useText()
  return (
    <DownloadButton
      call={tagCalls.sheet}
      input={{ query: { petIds: petIds.join(',') } }}
      failure={text('tags.printFailed')}
      icon={<IconPrinter size={18} aria-hidden />}
      isDisabled={isDisabled}
    >
      {text('tags.print')}
    </DownloadButton>
  )
}
