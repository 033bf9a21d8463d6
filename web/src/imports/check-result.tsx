import { Button } from '@mantine/core'
import { IMPORT_PROBLEMS_MAX, type Import, type ImportArea } from '@petsetu/contract/imports.ts'
import { counted, formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { formatLongTime } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSave } from '../ui/form/use-save.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { callsOf } from './import-kinds.ts'
import classes from './imports.module.css'

/** Shows the result of the check, and the button that imports if nothing is wrong. */
export function CheckResult({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  if (one.state === 'failed') return <Notice kind="failed">{one.failure}</Notice>
  const canImport = one.wrong_rows === 0 && one.new_rows > 0
  return (
    <section className={classes.result} aria-label={text('imports.result')}>
      <Notice kind={one.wrong_rows > 0 ? 'failed' : 'info'}>{summaryOf(one, text)}</Notice>
      <ul className={classes.figures}>
        <Figure name={text('imports.newRows')} count={one.new_rows} />
        <Figure name={text('imports.knownRows')} count={one.known_rows} />
        <Figure name={text('imports.wrongRows')} count={one.wrong_rows} />
      </ul>
      {canImport && <StartButton one={one} area={area} />}
      {one.problems.length > 0 && (
        <>
          <DataTable
            caption={text('imports.problems')}
            columns={columns(text)}
            rows={one.problems}
            keyOf={({ row, column }) => `${row}:${column}`}
          />
          {one.problems.length === IMPORT_PROBLEMS_MAX && (
            <p className={classes.hint}>{text('imports.firstProblems', { max: IMPORT_PROBLEMS_MAX })}</p>
          )}
        </>
      )}
    </section>
  )
}

function summaryOf(one: Import, text: Translate): string {
  if (one.wrong_rows > 0) return text('imports.somethingWrong', counted(one.wrong_rows))
  if (one.new_rows > 0) return text('imports.allRight')
  const { imported_before: before } = one
  if (before) return text('imports.importedBefore', { admin: before.admin, when: formatLongTime(before.at) })
  return text('imports.nothingNew')
}

function Figure({ name, count }: { name: string; count: number }) {
  return (
    <li>
      <strong>{formatCount(count)}</strong> {name}
    </li>
  )
}

function StartButton({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  const calls = callsOf(area)
  const params = { id: String(one.id) }
  const starting = useSave({
    call: calls.start,
    send: () => request(calls.start, { params }),
    onSaved: ({ reply }, _, queries) => queries.setQueryData(callQuery(calls.read, { params }).queryKey, reply),
    invalidates: [calls.list],
    failure: { fallback: text('imports.startFailed') },
  })
  return (
    <Button loading={starting.isBusy} onClick={() => starting.start(undefined)}>
      {text('imports.start', counted(one.new_rows))}
    </Button>
  )
}

function columns(text: Translate): Column<Import['problems'][number]>[] {
  return [
    { head: text('imports.row'), align: 'right', isTight: true, cell: ({ row }) => formatCount(row) },
    { head: text('imports.columnHead'), cell: ({ column }) => column ?? text('imports.wholeRow') },
    { head: text('imports.problem'), cell: ({ message }) => message },
  ]
}
