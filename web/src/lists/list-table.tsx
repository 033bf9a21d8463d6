import { Button } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { DataTable, type TableProps } from '../ui/table/data-table.tsx'
import classes from './list-table.module.css'
import { useListKeys } from './use-list-keys.ts'

const KeysHelp = lazyPart(async () => (await import('./keys-help.tsx')).KeysHelp)

/** The dense table of a list in the admin area: rows of at most 44 px on a desktop, with keys, and cards on a phone. */
export function ListTable<Row>(props: Omit<TableProps<Row>, 'isDense'>) {
  const text = useText()
  const list = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = useCallback(() => setHelpOpen(true), [])
  useListKeys(list, openHelp)
  return (
    <div ref={list} className={classes.list}>
      <DataTable {...props} isDense />
      <div className={classes.hint}>
        <Button variant="subtle" px={8} leftSection={<IconKeyboard size={18} aria-hidden />} onClick={openHelp}>
          {text('lists.keys')}
        </Button>
      </div>
      {isHelpOpen && <KeysHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}
