import { Button, Group, Text } from '@mantine/core'
import { type Answer, caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { ordersBy } from '@petsetu/contract/platform/envelope.ts'
import { type Language, languages } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPencil } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { useListParam } from '../../../platform/lib/address/use-list-param.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { listFilter } from '../../../platform/lists/list-filter.ts'
import { useIsPhone } from '../../../platform/lists/list-filters.tsx'
import { ListTable } from '../../../platform/lists/list-table.tsx'
import { SortSelect } from '../../../platform/lists/sort-select.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { LANGUAGE_CHOICES } from '../../../platform/ui/fields/choices.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { screenReaderOnly } from '../../../platform/ui/layout/screen-reader-only.tsx'
import { type Column, sortBy, sortRows } from '../../../platform/ui/table/data-table.tsx'
import { FilterButtons } from '../../../platform/ui/table/filter-buttons.tsx'
import { DeleteButton, RowActions } from '../../../platform/ui/table/row-actions.tsx'

const ALL = 'all'

type ListProps = { answers: Answer[]; onDeleted: (id: number) => void }

type AnswersProps = ListProps & { language: Language | null; isEditorOpen: boolean }

/**
 * Shows the list with its filters, if there is something to filter. Below an open form it has neither filters nor an invitation to add an
 * answer.
 */
export function Answers({ answers, language, isEditorOpen, onDeleted }: AnswersProps) {
  const text = useText()
  const setParam = useListParam()
  const inLanguage = (answer: Answer) => language === null || answer.language === language
  return (
    <>
      {!isEditorOpen && answers.length > 0 && (
        <FilterButtons
          legend={text('caseAnswers.filter')}
          choices={[{ value: ALL, label: text('complaints.all') }, ...LANGUAGE_CHOICES]}
          chosen={language ?? ALL}
          onChoose={(choice) => setParam('language', choice === ALL ? null : choice)}
        />
      )}
      {answers.some(inLanguage) ? (
        <AnswerTable answers={answers.filter(inLanguage)} onDeleted={onDeleted} />
      ) : (
        !isEditorOpen && <EmptyState picture="letters" message={text('caseAnswers.none')} />
      )}
    </>
  )
}

const { filterIn } = listFilter({ sort: ordersBy('title', 'language', 'status') }, () => ({ sort: 'title' }))

const SORTED_BY = {
  title: ({ title }: Answer) => title,
  language: ({ language }: Answer) => languages[language].name,
  // The order in which a complaint goes through them; an answer for any status comes before all of them.
  status: ({ for_status }: Answer) => (for_status ? ComplaintStatus.options.indexOf(for_status) : -1),
}

function AnswerTable({ answers, onDeleted }: ListProps) {
  const text = useText()
  const { sort } = filterIn(useSearchParams()[0])
  const isPhone = useIsPhone()
  const deletion = useSave({
    call: caseCalls.deleteAnswer,
    send: ({ id }: Answer) => request(caseCalls.deleteAnswer, { params: { id: String(id) } }),
    confirm: ({ title }) => ({
      title: text('caseAnswers.deleteQuestion', { title }),
      children: text('caseAnswers.deleteConsequence'),
      confirmLabel: text('controls.delete'),
    }),
    rowOf: ({ id }) => id,
    invalidates: [caseCalls.listAnswers],
    onSaved: (_, { id }) => onDeleted(id),
    success: (_, { title }) => text('caseAnswers.deleted', { title }),
    failure: { fallback: text('caseAnswers.deleteFailed') },
  })
  const columns: Column<Answer>[] = [
    ...columnsOf(text),
    {
      head: text('columns.actions'),
      inCard: 'actions',
      cell: (answer) => (
        <RowActions>
          <Button
            component={Link}
            to={paths.caseAnswers.to({}, { edit: answer.id })}
            variant="subtle"
            px={8}
            ml={-8}
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            <RichText id="caseAnswers.edit" fill={{ name: () => screenReaderOnly(answer.title) }} />
          </Button>
          <DeleteButton
            name={answer.title}
            isBusy={deletion.isSaving(answer.id)}
            onClick={() => deletion.start(answer)}
          />
        </RowActions>
      ),
    },
  ]
  return (
    <>
      {isPhone && (
        <Group mb="sm">
          <SortSelect columns={columns} order={sort} />
        </Group>
      )}
      <ListTable
        caption={text('titles.caseAnswers')}
        columns={columns}
        rows={sortRows(answers, sort, SORTED_BY)}
        keyOf={(answer) => answer.id}
        order={sort}
        hasSortSelect
      />
    </>
  )
}

// A title of some words has one line beside a text of two.
const WITH_ROOM = { display: 'block', minWidth: '16cqi' } as const

function columnsOf(text: Translate): Column<Answer>[] {
  return [
    {
      head: text('caseAnswers.title'),
      inCard: 'title',
      sort: sortBy('title', { isUsual: true }),
      cell: ({ title }) => <strong style={WITH_ROOM}>{title}</strong>,
    },
    {
      head: text('caseAnswers.text'),
      inCard: 'line',
      cell: (answer) => (
        // The beginning tells one answer from another.
        <Text component="span" lang={answer.language} lineClamp={2} inherit>
          {answer.text}
        </Text>
      ),
    },
    {
      head: text('caseAnswers.language'),
      inCard: 'value',
      isTight: true,
      sort: sortBy('language'),
      cell: ({ language }) => <span lang={language}>{languages[language].name}</span>,
    },
    {
      head: text('caseAnswers.forStatus'),
      inCard: 'value',
      sort: sortBy('status'),
      cell: ({ for_status }) => text(for_status ? complaintStatuses[for_status].label : 'caseAnswers.anyStatus'),
    },
  ]
}
