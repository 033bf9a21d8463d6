import { Button } from '@mantine/core'
import type { Import, ImportArea, ImportKind } from '@petsetu/contract/imports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { request } from '../lib/request.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSave } from '../ui/form/use-save.ts'
import { callsOf } from './import-kinds.ts'
import classes from './imports.module.css'

/** The lists in which the admin sees the imported records. */
const LISTS: Record<ImportKind, string> = {
  pets: paths.allPets.to({}),
  tags: paths.generateQr.to({}, { state: 'blank' }),
  members: paths.membershipReport.to({}),
}

/** The end of an import, with a way back until somebody changes what it made. */
export function ImportOutcome({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  if (one.state === 'undone') return <Notice kind="info">{text('imports.undone')}</Notice>
  return (
    <div className={classes.result}>
      <Notice kind="done">
        {text('imports.done', counted(one.new_rows))}{' '}
        {one.known_rows > 0 && text('imports.wasThere', counted(one.known_rows))}
      </Notice>
      <div className={classes.buttons}>
        <Button component={Link} to={LISTS[one.kind]}>
          {text('imports.seeList')}
        </Button>
        {one.can_undo && <UndoButton one={one} area={area} />}
      </div>
      {one.new_rows > 0 && (
        <p className={classes.hint}>{text(one.can_undo ? 'imports.canUndo' : 'imports.cannotUndo')}</p>
      )}
    </div>
  )
}

function UndoButton({ one, area }: { one: Import; area: ImportArea }) {
  const text = useText()
  const calls = callsOf(area)
  const params = { id: String(one.id) }
  const undoing = useSave({
    call: calls.undo,
    send: () => request(calls.undo, { params }),
    confirm: () => ({
      title: text('imports.undoQuestion'),
      children: text('imports.undoHow', counted(one.new_rows)),
      confirmLabel: text('imports.undo'),
    }),
    onSaved: ({ reply }, _, queries) => queries.setQueryData(callQuery(calls.read, { params }).queryKey, reply),
    invalidates: [calls.read, calls.list],
    failure: { fallback: text('imports.undoFailed') },
  })
  return (
    <Button
      variant="default"
      loading={undoing.isBusy}
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      onClick={() => undoing.start(undefined)}
    >
      {text('imports.undo')}
    </Button>
  )
}
