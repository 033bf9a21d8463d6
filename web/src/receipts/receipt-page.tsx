import { receiptCalls } from '@petsetu/contract/receipts.ts'
import type { LogoPicture, Site } from '@petsetu/contract/site.ts'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import type { LoadFirst } from '../lib/first-data.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import classes from './receipt-sheet.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'

function receiptOf(token: string) {
  return callQuery(receiptCalls.read, { params: { token } })
}

export function ReceiptPage({ site }: { site: Site }) {
  const text = useText()
  const { token = '' } = useParams()
  return (
    <div className={classes.page}>
      <PageTitle isCompact>{text('titles.receipt')}</PageTitle>
      <FoundReceipt token={token} logo={site.logo} />
    </div>
  )
}

ReceiptPage.load = ((prefetch, { params: { token = '' } }) => prefetch(receiptOf(token))) satisfies LoadFirst

function FoundReceipt({ token, logo }: { token: string; logo: LogoPicture | null }) {
  const text = useText()
  const receipt = useQuery(receiptOf(token))
  const missing = (
    <EmptyState icon={<IconReceiptOff size={36} stroke={1.5} />} message={text('receipts.missing')}>
      <p>{text('receipts.missingHow')}</p>
    </EmptyState>
  )
  return (
    <Loaded query={receipt} skeleton={<FormSkeleton />} failure={text('receipts.loadFailed')} missing={missing}>
      {({ data }) => <ReceiptSheet logo={logo} token={token} receipt={data} />}
    </Loaded>
  )
}
