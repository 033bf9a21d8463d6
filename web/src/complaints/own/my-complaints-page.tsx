import { Button, Text } from '@mantine/core'
import { shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import { complaintStatuses, feeStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { complaintCalls, type OwnComplaint } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { pageParam } from '@petsetu/contract/platform/paging.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useOwnAccount } from '../../people/auth/own-account.ts'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { TextButton } from '../../platform/ui/form/text-button.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { type Column, DataTable, OnlyIn } from '../../platform/ui/table/data-table.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import classes from './my-complaints-page.module.css'

const LEAST_FEE = formatRupees(FILING_FEE_RUPEES_MIN)

function complaintsOf(page: number) {
  return callQuery(complaintCalls.listOwn, { query: { page: String(page) } })
}

export function MyComplaintsPage() {
  const text = useText()
  const page = pageParam(useSearchParams()[0])
  const complaints = useQuery({ ...complaintsOf(page), placeholderData: keepPreviousData })
  return (
    <>
      {/* An empty list has this link in its middle. */}
      <PageTitle aside={complaints.data?.data.length !== 0 && <FileLink variant="outline" />}>
        {text('titles.myComplaints')}
      </PageTitle>
      <ListPage
        list={complaints}
        page={page}
        lastPageOf={({ pagination }) => pagination.last_page}
        addressOf={(last) => paths.myComplaints.to({}, { page: last })}
        skeleton={<TableSkeleton rows={3} />}
        failure={text('myComplaints.loadFailed')}
      >
        {({ data }) =>
          data.length === 0 ? (
            <NoComplaints />
          ) : (
            <div className={classes.list}>
              <DataTable
                caption={text('myComplaints.caption')}
                columns={columnsFor(data, text)}
                rows={data}
                keyOf={({ id }) => id}
              />
            </div>
          )
        }
      </ListPage>
    </>
  )
}

MyComplaintsPage.load = ((prefetch, { search }) => prefetch(complaintsOf(pageParam(search)))) satisfies PageLoader

function NoComplaints() {
  const text = useText()
  const { data: account } = useOwnAccount()
  const message = account?.email_confirmed === false ? 'myComplaints.unconfirmed' : 'myComplaints.none'
  return (
    <div className={classes.none}>
      <EmptyState picture="papers" message={text(message)}>
        <FileLink variant="filled" />
        <p className={classes.hint}>
          {text('myComplaints.cost', { amount: LEAST_FEE })}
          <br />
          <RichText
            id="myComplaints.elsewhere"
            fill={{ link: (words: string) => <a href={paths.trackComplaint.to({})}>{words}</a> }}
          />
        </p>
      </EmptyState>
    </div>
  )
}

function FileLink({ variant }: { variant: 'filled' | 'outline' }) {
  const text = useText()
  return (
    // A plain link reloads the page, because only its own security policy allows the checkout.
    <Button component="a" href={paths.complaint.to({})} variant={variant}>
      {text('myComplaints.file')}
    </Button>
  )
}

/** The columns of the list; that of the receipts only if there is one. */
function columnsFor(data: OwnComplaint[], text: Translate): Column<OwnComplaint>[] {
  const hasReceipt = data.some(({ receipt_path }) => receipt_path !== null)
  const hasOneFee = data.filter(({ is_payable }) => is_payable).length === 1
  return [...facts(hasOneFee, text), ...(hasReceipt ? [receipt(text)] : [])]
}

/** `hasOneFee` if one complaint is still to be paid; several buttons are outlined, because none of them is the main one. */
const facts = (hasOneFee: boolean, text: Translate): Column<OwnComplaint>[] => [
  {
    head: text('myComplaints.type'),
    inCard: 'title',
    cell: (complaint) => (
      <>
        <TypeThatOpens complaint={complaint} />
        <Text component="span" fz="0.9375rem" c="dimmed" lineClamp={1}>
          {complaint.place}
        </Text>
      </>
    ),
  },
  {
    head: text('myComplaints.id'),
    isTight: true,
    inCard: 'value',
    isNamedInCard: true,
    cell: ({ reference }) => (
      <Text span inherit fz="1rem" fw={600}>
        {reference}
      </Text>
    ),
  },
  {
    head: text('myComplaints.submitted'),
    isTight: true,
    inCard: 'value',
    cell: ({ created_at }) => (
      <>
        <OnlyIn place="row">{formatLongInstant(created_at)}</OnlyIn>
        <OnlyIn place="card">{text('myComplaints.filedOn', { day: formatMediumInstant(created_at) })}</OnlyIn>
      </>
    ),
  },
  {
    head: text('myComplaints.status'),
    inCard: 'end',
    cell: ({ status }) => <Status look={complaintStatuses[status]} />,
  },
  {
    head: text('myComplaints.payment'),
    // A second value would take the title's width at the end.
    inCard: 'line',
    cell: ({ status, payment_status, is_payable, id, reference }) => {
      const asksForFee = is_payable && status === 'pending'
      return (
        <span className={classes.payment} data-payable={is_payable || undefined}>
          <span className={classes.fee}>
            {/* A screen reader reads the head. The sentence about the fee needs none. */}
            {!asksForFee && (
              <OnlyIn place="card">
                <Text span inherit c="dimmed" aria-hidden>
                  {text('myComplaints.payment')}
                </Text>
              </OnlyIn>
            )}
            <Status look={feeStatuses[payment_status]} />
            {asksForFee && (
              <OnlyIn place="card">
                <Text span inherit>
                  {text('myComplaints.asked', { amount: LEAST_FEE })}
                </Text>
              </OnlyIn>
            )}
          </span>
          {is_payable && <PayButton id={id} reference={reference} isMain={hasOneFee} />}
        </span>
      )
    },
  },
]

const receipt = (text: Translate): Column<OwnComplaint> => ({
  head: text('myComplaints.receipt'),
  inCard: 'actions',
  cell: ({ receipt_path, reference }) =>
    receipt_path ? (
      <a href={receipt_path} aria-label={text('myComplaints.receiptFor', { reference })}>
        {text('myComplaints.receipt')}
      </a>
    ) : (
      <OnlyIn place="row">–</OnlyIn>
    ),
})

/**
 * Leads to the payment, which begins with the least fee. A plain link reloads the page, because only its own security
 * policy allows the checkout.
 */
function PayButton({ id, reference, isMain }: Pick<OwnComplaint, 'id' | 'reference'> & { isMain: boolean }) {
  const text = useText()
  return (
    <Button
      component="a"
      href={`${paths.payComplaint.to({})}#${id}`}
      px={16}
      variant={isMain ? 'filled' : 'outline'}
      aria-label={text('myComplaints.payFor', { amount: LEAST_FEE, reference })}
    >
      {text('myComplaints.pay', { amount: LEAST_FEE })}
    </Button>
  )
}

/** Opens the complaint's page, on which its history stands and notes are added. */
function TypeThatOpens({ complaint: { id, reference, type_of_complaint } }: { complaint: OwnComplaint }) {
  const text = useText()
  const type = shownType(type_of_complaint, text)
  const { start, isBusy } = useSave({
    call: complaintCalls.followOwn,
    send: async () => {
      const { reply } = await request(complaintCalls.followOwn, { params: { id: String(id) } })
      // Not in place of this page: Back leads to the list.
      location.assign(reply.data.follow_path)
    },
    rowOf: () => id,
    failure: { fallback: text('myComplaints.followFailed') },
  })
  return (
    <TextButton
      aria-label={`${type} · ${text('myComplaints.followOne', { reference })}`}
      disabled={isBusy}
      onClick={() => start(undefined)}
    >
      {type}
    </TextButton>
  )
}
