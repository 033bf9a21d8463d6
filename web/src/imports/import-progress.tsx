import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { Import } from '@petsetu/contract/imports.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { useText } from '../languages/use-text.tsx'
import card from '../ui/layout/card.module.css'
import classes from './imports.module.css'

/** Shows the progress of the check or the import. It goes on without the page. */
export function ImportProgress({ one: { state, done_rows, row_count } }: { one: Import }) {
  const text = useText()
  const what = text(state === 'checking' ? 'imports.checking' : 'imports.importing')
  return (
    <div className={`${card.card} ${classes.running}`}>
      <p role="status">{what}</p>
      <Progress value={(done_rows / Math.max(1, row_count)) * 100} aria-label={what} />
      <p>{text('imports.progress', { done: formatCount(done_rows), total: formatCount(row_count) })}</p>
      <small>{text('imports.goesOn')}</small>
    </div>
  )
}
