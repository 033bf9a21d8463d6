import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import {
  BOARD_HOURS,
  BREACH_WORDS_MAX,
  breachCalls,
  type ListedBreach,
  NewBreach,
  TEAM_HOURS,
} from '@petsetu/contract/people/breaches.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { ordersBy } from '@petsetu/contract/platform/envelope.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useText } from '../../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../../platform/lib/requests/first-data.ts'
import { request } from '../../../../platform/lib/requests/request.ts'
import { listFilter } from '../../../../platform/lists/list-filter.ts'
import { BelowRows, useIsPhone } from '../../../../platform/lists/list-filters.tsx'
import { ListTable } from '../../../../platform/lists/list-table.tsx'
import { formatMediumInstant, formatMediumTime } from '../../../../platform/lists/medium-days.ts'
import { SortSelect } from '../../../../platform/lists/sort-select.tsx'
import type { DialogHandle } from '../../../../platform/ui/dialog/dialog.tsx'
import { FormDialog } from '../../../../platform/ui/dialog/form-dialog.tsx'
import { EmptyState } from '../../../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../../platform/ui/feedback/loaded.tsx'
import { DayInput } from '../../../../platform/ui/fields/day-input.tsx'
import { schemaErrors } from '../../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../../../platform/ui/layout/back-link.tsx'
import { PageTitle } from '../../../../platform/ui/layout/page-title.tsx'
import { type Column, sortBy, sortRows } from '../../../../platform/ui/table/data-table.tsx'
import { NextStep } from '../../../../shared/deadlines/breach-hours.tsx'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import { ClockState, instantOf, typedNow } from './breach-clock.tsx'

const breaches = callQuery(breachCalls.list, {})

/** The breach book: each time that personal data may have got into the wrong hands, with its two clocks. */
export function BreachesPage() {
  const text = useText()
  const [isEntering, setEntering] = useState(false)
  const isPhone = useIsPhone()
  const list = useQuery(breaches)
  const hint = text('breaches.hint', { team: TEAM_HOURS, board: BOARD_HOURS })
  return (
    <>
      <BackLink to={paths.grievances.to({})}>{text('grievances.back')}</BackLink>
      <PageTitle
        isCompact={isPhone}
        hint={!isPhone && hint}
        aside={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEntering(true)}>
            {text('breaches.enter')}
          </Button>
        }
      >
        {text('titles.breaches')}
      </PageTitle>
      <Loaded query={list} skeleton={<TableSkeleton rows={4} />} failure={text('breaches.listFailed')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState picture="papers" message={text('breaches.none')} />
          ) : (
            <BreachTable breaches={data} />
          )
        }
      </Loaded>
      {isPhone && (
        <BelowRows>
          <Text c="dimmed">{hint}</Text>
        </BelowRows>
      )}
      {isEntering && <EnterBreachDialog onClose={() => setEntering(false)} />}
    </>
  )
}

BreachesPage.load = ((prefetch) => prefetch(breaches)) satisfies PageLoader

const { filterIn } = listFilter({ sort: ordersBy('title', 'noticed') }, () => ({ sort: 'noticed-desc' }))

const SORTED_BY = {
  title: ({ title }: ListedBreach) => title,
  noticed: ({ noticed_at }: ListedBreach) => Date.parse(noticed_at),
}

function BreachTable({ breaches: rows }: { breaches: ListedBreach[] }) {
  const text = useText()
  const { sort } = filterIn(useSearchParams()[0])
  const isPhone = useIsPhone()
  return (
    <>
      {isPhone && rows.length > 1 && (
        <Group mb="sm">
          <SortSelect columns={columnsOf(text)} order={sort} />
        </Group>
      )}
      <ListTable
        caption={text('titles.breaches')}
        columns={columnsOf(text)}
        rows={sortRows(rows, sort, SORTED_BY)}
        keyOf={({ id }) => id}
        order={sort}
        hasSortSelect
      />
    </>
  )
}

function columnsOf(text: Translate): Column<ListedBreach>[] {
  return [
    {
      head: text('breaches.title'),
      inCard: 'title',
      sort: sortBy('title'),
      cell: ({ id, title }) => <Link to={paths.breach.to({ id })}>{title}</Link>,
    },
    { head: text('breaches.state'), inCard: 'line', cell: (breach) => <NextStep breach={breach} /> },
    {
      head: text('breaches.noticed'),
      inCard: 'value',
      isNamedInCard: true,
      isTight: true,
      sort: sortBy('noticed', { isUsual: true }),
      cell: ({ noticed_at }) => formatMediumTime(noticed_at),
    },
    { head: text('breaches.team'), inCard: 'detail', cell: ({ team }) => <ClockState clock={team} /> },
    { head: text('breaches.board'), inCard: 'detail', cell: ({ board }) => <ClockState clock={board} /> },
    {
      head: text('breaches.lettersShort'),
      inCard: 'detail',
      isTight: true,
      cell: ({ letters_at }) => (letters_at ? formatMediumInstant(letters_at) : text('breaches.notSent')),
    },
  ]
}

type Body = Input<typeof breachCalls.create>['body']

const errorsOf = schemaErrors(NewBreach)

function EnterBreachDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const navigate = useNavigate()
  const { save } = useSave({
    call: breachCalls.create,
    send: (body: Body, options) => request(breachCalls.create, { body }, options),
    invalidates: [breachCalls.list],
  })
  const [opened] = useState(typedNow)
  const { form, forgetDraft } = useDraftedForm({
    initial: { title: '', happened: '', noticed_at: opened },
    draft: useOwnDraft('breach'),
    errorsOf: (values) => errorsOf({ ...values, noticed_at: instantOf(values.noticed_at) }),
    checksOnBlur: false,
  })
  const submit = useSubmit(form, text('breaches.failed'), async (values) => {
    const noticed = values.noticed_at === opened ? typedNow() : values.noticed_at
    // A second attempt sends the same time.
    form.setFieldValue('noticed_at', noticed)
    const { reply } = await save({ ...values, noticed_at: instantOf(noticed) })
    await forgetDraft()
    dialog.current?.close()
    await navigate(paths.breach.to({ id: reply.data.id }))
  })
  return (
    <FormDialog
      ref={dialog}
      title={text('breaches.enter')}
      {...submit}
      submitLabel={text('breaches.save')}
      onClose={onClose}
    >
      <Text mb="md">{text('breaches.enterHint')}</Text>
      <TextInput label={text('breaches.title')} maxLength={200} required mb={16} {...form.getInputProps('title')} />
      <DayInput
        label={text('breaches.noticed')}
        description={text('breaches.noticedHint')}
        withTime
        required
        mb={16}
        {...form.getInputProps('noticed_at')}
      />
      <Textarea
        label={text('breaches.happened')}
        rows={4}
        maxLength={BREACH_WORDS_MAX}
        required
        mb={16}
        {...form.getInputProps('happened')}
      />
    </FormDialog>
  )
}
