import { Button } from '@mantine/core'
import { type Answer, caseCalls } from '@petsetu/contract/cases.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../../languages/use-text.tsx'
import { callQuery } from '../../../lib/call-query.ts'
import type { LoadFirst } from '../../../lib/first-data.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { FilterButtons } from '../../../ui/table/filter-buttons.tsx'
import { AnswerEditor } from './answer-form.tsx'
import { AnswerTable } from './answer-table.tsx'

const ALL = 'all'
const NEW = 'new'

const allAnswers = callQuery(caseCalls.listAnswers, {})

/** The texts that admins put into their notes to complainants. */
export function AnswersPage() {
  const text = useText()
  const [params] = useSearchParams()
  const answers = useQuery(allAnswers)
  const edited = params.get('edit')
  const chosen = answers.data?.data.find(({ id }) => String(id) === edited)
  const isEditorOpen = edited === NEW || chosen !== undefined
  return (
    <>
      <BackLink to={paths.complaints.to({})}>{text('complaintDetail.backToList')}</BackLink>
      <PageTitle
        hint={text('caseAnswers.hint')}
        aside={
          !isEditorOpen && (
            <Button
              component={Link}
              to={paths.caseAnswers.to({}, { edit: NEW })}
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              {text('caseAnswers.add')}
            </Button>
          )
        }
      >
        {text('titles.caseAnswers')}
      </PageTitle>
      {edited === NEW && <AnswerEditor key={NEW} answer={null} />}
      {chosen && <AnswerEditor key={chosen.id} answer={chosen} />}
      <Loaded query={answers} skeleton={<TableSkeleton rows={4} />} failure={text('caseAnswers.listFailed')}>
        {({ data }) => <Answers answers={data} language={languageIn(params)} />}
      </Loaded>
    </>
  )
}

AnswersPage.load = ((prefetch) => prefetch(allAnswers)) satisfies LoadFirst

function languageIn(params: URLSearchParams): Language | null {
  const language = params.get('language')
  return isLanguage(language) ? language : null
}

type Props = { answers: Answer[]; language: Language | null }

function Answers({ answers, language }: Props) {
  const text = useText()
  const [, setParams] = useSearchParams()
  const inLanguage = (answer: Answer) => language === null || answer.language === language
  return (
    <>
      <FilterButtons
        legend={text('caseAnswers.filter')}
        choices={[
          { value: ALL, label: text('complaints.all') },
          ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        ]}
        chosen={language ?? ALL}
        onChoose={(choice) => setParams(choice === ALL ? {} : { language: choice }, { preventScrollReset: true })}
      />
      {answers.some(inLanguage) ? (
        <AnswerTable answers={answers.filter(inLanguage)} />
      ) : (
        <EmptyState icon={<IconMessages size={36} stroke={1.5} />} message={text('caseAnswers.none')} />
      )}
    </>
  )
}
