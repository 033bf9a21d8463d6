import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useText } from '../../../languages/use-text.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { EntryEditor } from './entry-form.tsx'

export function EnterComplaintPage() {
  const text = useText()
  return (
    <>
      <Button
        component={Link}
        to={paths.complaints.to({})}
        variant="subtle"
        px={10}
        ml={-10}
        mb={8}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
      >
        {text('complaintDetail.backToList')}
      </Button>
      <PageTitle hint={text('caseEntry.hint')}>{text('titles.enterComplaint')}</PageTitle>
      <EntryEditor />
    </>
  )
}
