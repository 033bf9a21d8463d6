import { Checkbox } from '@mantine/core'
import { startedAtArrival } from '../lib/first-data.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId, normalizePetId } from '@petsetu/contract/pet-id.ts'
import { type Tag, tagCalls } from '@petsetu/contract/tags.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconTags } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatLongInstant } from '../languages/page-text.ts'
import { RichText, useText } from '../languages/use-text.tsx'
import { pageQuery } from '../lib/call-query.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { ListTable } from '../lists/list-table.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { screenReaderOnly } from '../ui/layout/screen-reader-only.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { FilterButtons } from '../ui/table/filter-buttons.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { BatchFilter } from './batch-filter.tsx'
import { ChosenTags } from './chosen-tags.tsx'
import { PrintBlank } from './print-blank.tsx'
import classes from './tag-list.module.css'
import { STATES, TagState } from './tag-state.tsx'

const TAGS_A_PAGE = 20

const CHOICES = [
  { value: '', id: 'tags.all' },
  { value: 'blank', id: STATES.blank },
  { value: 'registered', id: STATES.registered },
  { value: 'spent', id: STATES.spent },
] as const

type State = Tag['state'] | ''

function stateIn(search: URLSearchParams): State {
  return CHOICES.find(({ value }) => value === search.get('state'))?.value ?? ''
}

type Filter = { state: State; batch: string; tag: string }

/** The filter in an address; what is no tag's ID and no number of a batch is dropped. */
export function tagFilterIn(search: URLSearchParams): Filter {
  const batch = search.get('batch') ?? ''
  return {
    state: stateIn(search),
    batch: /^[1-9]\d{0,9}$/.test(batch) ? batch : '',
    tag: normalizePetId(search.get('tag') ?? '') ?? '',
  }
}

export function tagsOn(page: number, { state, batch, tag }: Filter) {
  const chosen = { ...(state && { state }), ...(batch && { batch }), ...(tag && { tag }) }
  const query = { page: String(page), limit: String(TAGS_A_PAGE), ...chosen }
  return startedAtArrival(pageQuery(tagCalls.list, { query }))
}

/** All tags with their state. Selected tags can be printed again. */
export function TagList() {
  const text = useText()
  const [params, setParams] = useSearchParams()
  const filter = tagFilterIn(params)
  // Leads to the first page, and away from one tag alone.
  const choose = ({ state, batch }: Pick<Filter, 'state' | 'batch'>) =>
    setParams({ ...(state && { state }), ...(batch && { batch }) }, { preventScrollReset: true })
  return (
    <section className={classes.list} aria-labelledby="tags-heading">
      <h2 id="tags-heading" className={classes.heading}>
        {text('tags.list')}
      </h2>
      <div className={classes.filters}>
        <FilterButtons
          legend={text('tags.filter')}
          choices={CHOICES.map(({ value, id }) => ({ value, label: text(id) }))}
          chosen={filter.state}
          onChoose={(state) => choose({ ...filter, state })}
        />
        <BatchFilter chosen={filter.batch} onChoose={(batch) => choose({ ...filter, batch })} />
      </div>
      {filter.tag && <Notice kind="info">{text('tags.onlyOne')}</Notice>}
      <div className={classes.bar}>
        <p className={classes.count}>{text('tags.spentMeans')}</p>
        <PrintBlank batch={filter.batch} />
      </div>
      <Tags filter={filter} page={pageParam(params)} />
    </section>
  )
}

function Tags({ filter, page }: { filter: Filter; page: number }) {
  const text = useText()
  const tags = useQuery({ ...tagsOn(page, filter), placeholderData: keepPreviousData })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())

  function choose(petIds: string[], isChosen: boolean) {
    const others = [...chosen].filter((petId) => !petIds.includes(petId))
    setChosen(new Set(isChosen ? [...others, ...petIds] : others))
  }

  const columns: Column<Tag>[] = [
    {
      head: text('tags.choose'),
      cell: ({ petId }) => (
        <Checkbox
          className={classes.choice ?? ''}
          aria-label={text('tags.chooseTag', { petId: groupPetId(petId) })}
          checked={chosen.has(petId)}
          onChange={(event) => choose([petId], event.currentTarget.checked)}
        />
      ),
    },
    ...columnsOf(text),
  ]
  return (
    <ListPage
      list={tags}
      page={page}
      lastPageOf={({ total }) => lastPage(total, TAGS_A_PAGE)}
      addressOf={(last) => paths.generateQr.to({}, { ...filter, page: last })}
      skeleton={<TableSkeleton />}
      failure={<ErrorBox message={text('tags.listFailed')} onRetry={tags.refetch} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState icon={<IconTags size={36} stroke={1.5} />} message={text('tags.none')} />
        ) : (
          <>
            <ChosenTags chosen={[...chosen]} onPage={rows.map(({ petId }) => petId)} onChoose={choose} />
            <ListTable caption={text('tags.caption')} columns={columns} rows={rows} keyOf={({ petId }) => petId} />
          </>
        )
      }
    </ListPage>
  )
}

function columnsOf(text: Translate): Column<Tag>[] {
  return [
    {
      head: text('tags.tagId'),
      inCard: 'title',
      isTight: true,
      cell: ({ petId }) => <strong>{groupPetId(petId)}</strong>,
    },
    { head: text('tags.state'), cell: (tag) => <TagState state={tag.state} /> },
    { head: text('tags.pet'), cell: (tag) => <PetLink tag={tag} /> },
    { head: text('tags.batch'), cell: ({ batch }) => batch && <BatchLink batch={batch} /> },
    {
      head: text('tags.generatedOn'),
      align: 'right',
      isTight: true,
      cell: ({ createdAt }) => formatLongInstant(createdAt),
    },
  ]
}

function PetLink({ tag: { petId, petName } }: { tag: Tag }) {
  if (petName === null) return '–'
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
