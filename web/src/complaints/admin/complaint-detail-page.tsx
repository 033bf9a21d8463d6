import { Button } from '@mantine/core'
import { shownType } from '@petsetu/contract/complaint-labels.ts'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { IconMessageReport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import type { LoadFirst } from '../../lib/first-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { CaseSteps } from './case/case-steps.tsx'
import { ComplaintDetail } from './complaint-detail.tsx'
import { addressOf, filterIn } from './complaint-filter.ts'

// Shorter than the five minutes for which a link to an attachment is valid. Reloading also shows new payments.
const RELOAD_MS = 2 * 60 * 1_000

function complaintOf(id: string) {
  return callQuery(complaintCalls.read, { params: { id } })
}

export function ComplaintDetailPage() {
  const text = useText()
  const { id = '' } = useParams()
  const list = paths.complaints.to({}, addressOf(filterIn(useSearchParams()[0])))
  return (
    <>
      <BackLink to={list}>{text('complaintDetail.backToList')}</BackLink>
      <CaseTitle id={id} />
      <Detail key={id} id={id} list={list} />
    </>
  )
}

ComplaintDetailPage.load = ((prefetch, { params: { id = '' } }) => prefetch(complaintOf(id))) satisfies LoadFirst

/** Kind and place, above the number and the reference. The number alone while the complaint is not there. */
function CaseTitle({ id }: { id: string }) {
  const text = useText()
  const complaint = useQuery(complaintOf(id)).data?.data
  const numbered = text('complaintDetail.heading', { id })
  if (!complaint) return <PageTitle aside={<CaseSteps id={id} />}>{numbered}</PageTitle>
  const { type_of_complaint, location_of_incident, reference } = complaint
  return (
    <PageTitle aside={<CaseSteps id={id} />} hint={`${numbered} · ${reference}`}>
      {[shownType(type_of_complaint, text), location_of_incident].filter(Boolean).join(', ')}
    </PageTitle>
  )
}

function Detail({ id, list }: { id: string; list: string }) {
  const text = useText()
  const complaint = useQuery({ ...complaintOf(id), refetchInterval: RELOAD_MS })
  const goBack = (
    <Button component={Link} to={list} variant="subtle">
      {text('complaintDetail.goBack')}
    </Button>
  )
  return (
    <Loaded
      query={complaint}
      skeleton={<FormSkeleton />}
      failure={(_, retry) => (
        <ErrorBox message={text('complaintDetail.loadFailed')} onRetry={retry}>
          {goBack}
        </ErrorBox>
      )}
      missing={
        <EmptyState icon={<IconMessageReport size={36} stroke={1.5} />} message={text('complaintDetail.missing')}>
          {goBack}
        </EmptyState>
      }
    >
      {({ data }) => <ComplaintDetail complaint={data} />}
    </Loaded>
  )
}
