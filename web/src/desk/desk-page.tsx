import { paths } from '@petsetu/contract/paths.ts'
import { useText } from '../languages/use-text.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { CashSheetSection } from './cash-sheet-section.tsx'
import { DeskList } from './desk-list.tsx'
import { TakeMoney } from './take-money.tsx'

/** Money taken by hand: a form to take it, what waits for the bank or for a second admin, and the cash sheet of a day. */
export function DeskPage() {
  const text = useText()
  return (
    <>
      <PageTitle hint={text('desk.hint')}>{text('titles.desk')}</PageTitle>
      <TakeMoney />
      <DeskList addressOf={(view, page) => paths.desk.to({}, { view, page: page > 1 ? page : null })} />
      <CashSheetSection />
    </>
  )
}
