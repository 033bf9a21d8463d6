import { paths } from '@petsetu/contract/paths.ts'
import { useText } from '../../../languages/use-text.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { EntryEditor } from './entry-form.tsx'

export function EnterComplaintPage() {
  const text = useText()
  return (
    <>
      <BackLink to={paths.complaints.to({})}>{text('complaintDetail.backToList')}</BackLink>
      <PageTitle hint={text('caseEntry.hint')}>{text('titles.enterComplaint')}</PageTitle>
      <EntryEditor />
    </>
  )
}
