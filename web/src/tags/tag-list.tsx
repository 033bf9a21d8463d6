import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import { type Tag, tagCalls } from '@petsetu/contract/tags.ts'
import { IconTags } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatLongInstant } from '../languages/page-text.ts'
import { pageQuery } from '../lib/call-query.ts'
import { lastPage, pageParam } from '../lib/page-param.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { TableSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { FilterButtons } from '../ui/table/filter-buttons.tsx'
import { ListPage } from '../ui/table/list-page.tsx'
import { ChosenTags } from './chosen-tags.tsx'
import classes from './tag-list.module.css'
import { STATE_LOOKS, TagState } from './tag-state.tsx'

const TAGS_A_PAGE = 20

const CHOICES = [
  { value: '' as const, label: 'All' },
  { value: 'blank' as const, label: STATE_LOOKS.blank.label },
  { value: 'registered' as const, label: STATE_LOOKS.registered.label },
  { value: 'spent' as const, label: STATE_LOOKS.spent.label },
]

/** All tags with their state. Selected tags can be printed again. */
export function TagList() {
  const [params, setParams] = useSearchParams()
  const state = CHOICES.find(({ value }) => value === params.get('state'))?.value ?? ''
  return (
    <section className={classes.list} aria-labelledby="tags-heading">
      <h2 id="tags-heading" className={classes.heading}>
        All tags
      </h2>
      <FilterButtons
        legend="Filter by state"
        choices={CHOICES}
        chosen={state}
        onChoose={(choice) => setParams({ ...(choice && { state: choice }) }, { preventScrollReset: true })}
      />
      <Tags state={state} page={pageParam(params)} />
    </section>
  )
}

function Tags({ state, page }: { state: Tag['state'] | ''; page: number }) {
  const query = { page: String(page), limit: String(TAGS_A_PAGE), ...(state && { state }) }
  const tags = useQuery({ ...pageQuery(tagCalls.list, { query }), placeholderData: keepPreviousData })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())

  function choose(petIds: string[], isChosen: boolean) {
    const others = [...chosen].filter((petId) => !petIds.includes(petId))
    setChosen(new Set(isChosen ? [...others, ...petIds] : others))
  }

  const columns: Column<Tag>[] = [
    {
      head: 'Choose',
      cell: ({ petId }) => (
        <Checkbox
          className={classes.choice ?? ''}
          aria-label={`Choose ${groupPetId(petId)}`}
          checked={chosen.has(petId)}
          onChange={(event) => choose([petId], event.currentTarget.checked)}
        />
      ),
    },
    { head: 'Tag ID', isTight: true, cell: ({ petId }) => <strong>{groupPetId(petId)}</strong> },
    { head: 'State', cell: (tag) => <TagState state={tag.state} /> },
    { head: 'Pet', cell: (tag) => <PetLink tag={tag} /> },
    { head: 'Generated', align: 'right', isTight: true, cell: ({ createdAt }) => formatLongInstant(createdAt) },
  ]
  return (
    <ListPage
      list={tags}
      page={page}
      lastPageOf={({ total }) => lastPage(total, TAGS_A_PAGE)}
      addressOf={(last) => paths.generateQr.to({}, { state, page: last })}
      skeleton={<TableSkeleton />}
      failure={<ErrorBox message="Failed to load tags. Please try again." onRetry={tags.refetch} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState icon={<IconTags size={36} stroke={1.5} />} message="No tags found" />
        ) : (
          <>
            <ChosenTags chosen={[...chosen]} onPage={rows.map(({ petId }) => petId)} onChoose={choose} />
            <DataTable caption="Tags, newest first" columns={columns} rows={rows} keyOf={({ petId }) => petId} />
          </>
        )
      }
    </ListPage>
  )
}

function PetLink({ tag: { petId, petName } }: { tag: Tag }) {
  if (petName === null) return '–'
  return (
    <a href={paths.petDetail.to({ petId })} target="_blank" rel="noopener">
      {petName}
      <span className="visually-hidden">&nbsp;(opens in a new tab)</span>
    </a>
  )
}
