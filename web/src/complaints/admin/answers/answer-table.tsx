import { Button } from '@mantine/core'
import { type Answer, caseCalls } from '@petsetu/contract/cases.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { LANGUAGE_NAMES } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import { RichText, useText } from '../../../languages/use-text.tsx'
import { request } from '../../../lib/request.ts'
import { ListTable } from '../../../lists/list-table.tsx'
import { useSave } from '../../../ui/form/use-save.ts'
import { screenReaderOnly } from '../../../ui/layout/screen-reader-only.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { DeleteButton } from '../../../ui/table/delete-button.tsx'
import { RowActions } from '../../../ui/table/row-actions.tsx'
import { STATUS_BADGES } from '../../complaint-status.tsx'
import classes from './answers.module.css'

export function AnswerTable({ answers }: { answers: Answer[] }) {
  const text = useText()
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
    <ListTable caption={text('titles.caseAnswers')} columns={columns} rows={answers} keyOf={(answer) => answer.id} />
  )
}

function columnsOf(text: Translate): Column<Answer>[] {
  return [
    { head: text('caseAnswers.title'), inCard: 'title', cell: ({ title }) => <strong>{title}</strong> },
    {
      head: text('caseAnswers.text'),
      cell: (answer) => (
        <span lang={answer.language} className={classes.text}>
          {answer.text}
        </span>
      ),
    },
    { head: text('caseAnswers.language'), isTight: true, cell: ({ language }) => LANGUAGE_NAMES[language] },
    {
      head: text('caseAnswers.forStatus'),
      cell: ({ for_status }) => text(for_status ? STATUS_BADGES[for_status].id : 'caseAnswers.anyStatus'),
    },
  ]
}
