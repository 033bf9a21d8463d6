import { receiptCalls } from '@petsetu/contract/receipts.ts'
import type { LogoPicture, Site } from '@petsetu/contract/site.ts'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { type LoadFirst, startedAtArrival } from '../lib/first-data.ts'
import { isMissing } from '../lib/is-missing.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

function receiptOf(token: string) {
  return startedAtArrival(callQuery(receiptCalls.read, { params: { token } }))
}

export function ReceiptPage({ site }: { site: Site }) {
  const text = useText()
  const { token = '' } = useParams()
  return (
    <>
      <PageTitle>{text('titles.receipt')}</PageTitle>
      <FoundReceipt token={token} logo={site.logo} />
    </>
  )
}

ReceiptPage.load = ((queries, { params: { token = '' } }) =>
  queries.prefetchQuery(receiptOf(token))) satisfies LoadFirst

function FoundReceipt({ token, logo }: { token: string; logo: LogoPicture | null }) {
  const text = useText()
  const receipt = useQuery(receiptOf(token))
  if (receipt.isPending) return <FormSkeleton />
  if (receipt.isLoadingError) {
    return isMissing(receipt.error) ? (
      <EmptyState icon={<IconReceiptOff size={36} stroke={1.5} />} message={text('receipts.missing')}>
        <p>{text('receipts.missingHow')}</p>
      </EmptyState>
    ) : (
      <ErrorBox message={text('receipts.loadFailed')} onRetry={receipt.refetch} />
    )
  }
  return <ReceiptSheet logo={logo} token={token} receipt={receipt.data.data} />
}
