import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { areasOf } from './import-kinds.ts'
import classes from './imports.module.css'
import { SendFile } from './send-file.tsx'

/** Sends a file to import, and lists what was imported before. */
export function ImportsPage() {
  const text = useText()
  const areas = areasOf(useUser())
  return (
    <>
      <PageTitle hint={text('imports.hint')}>{text('titles.imports')}</PageTitle>
      <SendFile areas={areas} />
      <h2 className={classes.heading}>{text('imports.earlier')}</h2>
      <EarlierImports areas={areas} />
    </>
  )
}
