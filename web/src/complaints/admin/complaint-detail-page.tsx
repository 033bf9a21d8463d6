import { Button, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import { complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { type Complaint, ComplaintStatus, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { formatDaysAgo } from '@petsetu/languages/days-ago.ts'
import { IconCheck, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { pageLanguage } from '../../platform/languages/page-language.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../platform/ui/feedback/error-box.tsx'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { SectionHeading, TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { Typed } from '../../platform/ui/layout/panel.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { DueBadge, daysUntil } from '../../shared/deadlines/due-badge.tsx'
import { CaseActions } from './case/case-actions.tsx'
import { CaseFiles, FileHashes } from './case/case-files.tsx'
import { CaseForm } from './case/case-form.tsx'
import { CaseBundle, CaseHold, MergeCase } from './case/case-measures.tsx'
import { CaseNote } from './case/case-notes.tsx'
import { CaseSteps } from './case/case-steps.tsx'
import { CaseTimeline, isAnswer } from './case/case-timeline.tsx'
import { Complainant, ForComplainant } from './case/complainant.tsx'
import { ComplaintDetails } from './case/complaint-details.tsx'
import { ComplaintLinks } from './case/complaint-links.tsx'
import { Folded } from './case/folded.tsx'
import classes from './case.module.css'
import { addressOf, filterIn } from './complaint-filter.ts'
import { ComplaintPayment } from './complaint-payment.tsx'
import { updateComplaintCache } from './update-complaint-cache.ts'

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
      <Group justify="space-between" align="flex-start" gap="xs">
        <BackLink to={list}>{text('complaintDetail.backToList')}</BackLink>
        <CaseSteps id={id} />
      </Group>
      <CaseTitle id={id} />
      <Detail key={id} id={id} list={list} />
    </>
  )
}

ComplaintDetailPage.load = ((prefetch, { params: { id = '' } }) => prefetch(complaintOf(id))) satisfies PageLoader

/** Kind and place, above the facts that decide what to do next. The number alone while the complaint is not there. */
function CaseTitle({ id }: { id: string }) {
  const text = useText()
  const complaint = useQuery(complaintOf(id)).data?.data
  const numbered = text('complaintDetail.heading', { id })
  if (!complaint) return <PageTitle isCompact>{numbered}</PageTitle>
  const { type_of_complaint, location_of_incident, reference, status, created_at } = complaint
  const hint = (
    <Group component="span" gap="4px 12px" className={classes.facts ?? ''}>
      <Status look={complaintStatuses[status]} />
      <DueDay complaint={complaint} />
      <Holder complaint={complaint} />
      {/* The line below says which case it is. */}
      <span className={classes.lineEnd} />
      {SEPARATOR}
      <span className={classes.fact}>
        {text('complaintDetail.filedAgo', { ago: formatDaysAgo(created_at, pageLanguage()) })}
      </span>
      <Answered id={complaint.id} />
      {SEPARATOR}
      <span className={classes.fact}>
        {numbered} · <span className={classes.reference}>{reference}</span>
      </span>
    </Group>
  )
  return (
    <PageTitle isCompact isFacts hint={hint} aside={<CaseActions complaint={complaint} />}>
      {[shownType(type_of_complaint, text), location_of_incident]
        .filter(Boolean)
        .map((words) => shownWords(words, text))
        .join(', ')}
    </PageTitle>
  )
}

/** Says when an admin wrote to the complainant last. */
function Answered({ id }: { id: number }) {
  const text = useText()
  const events = useQuery(callQuery(caseCalls.listEvents, { params: { id: String(id) } })).data?.data ?? []
  const last = events.findLast(isAnswer)
  if (!last) return null
  return (
    <>
      {SEPARATOR}
      <span className={classes.fact}>
        {text('complaintDetail.answeredAgo', { ago: formatDaysAgo(last.at, pageLanguage()) })}
      </span>
    </>
  )
}

// The facts stand apart; a screen reader and a copy have a dot between them.
const SEPARATOR = <span className="visually-hidden"> · </span>

/** Names who works on the case. That nobody does matters only while it is open. */
function Holder({ complaint: { assignee, status } }: { complaint: Complaint }) {
  const text = useText()
  if (!assignee && !complaintStatuses[status].isOpen) return null
  return (
    <>
      {SEPARATOR}
      <span>{assignee ? text('caseWork.isWith', { name: assignee.username }) : text('caseWork.isFree')}</span>
    </>
  )
}

/** The due day of a case that is open, as a badge where it is near or over. */
function DueDay({ complaint: { status, due_on: day } }: { complaint: Complaint }) {
  const text = useText()
  if (!day || !complaintStatuses[status].isOpen) return null
  const isFar = daysUntil(day) > 1
  return (
    <>
      {SEPARATOR}
      {isFar ? text('complaintDetail.dueOn', { day: formatLongDay(day) }) : <DueBadge day={day} />}
    </>
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
        <EmptyState picture="papers" message={text('complaintDetail.missing')}>
          {goBack}
        </EmptyState>
      }
    >
      {({ data }) => <ComplaintDetail complaint={data} />}
    </Loaded>
  )
}

function ComplaintDetail({ complaint }: { complaint: Complaint }) {
  const text = useText()
  // Photos and the history make the first of two columns the longer one.
  const isWide = useMediaQuery('(width >= 1100px)', true, { getInitialValueInEffect: false })
  return (
    <div className={classes.detail}>
      <Stack className={`${classes.story} ${classes.parts}`} miw={0} gap={0}>
        <TitledCard title={text('complaintDetail.description')} className={classes.description}>
          <Typed>{complaint.description}</Typed>
          <CaseFiles complaintId={complaint.id} files={complaint.files} />
          {complaint.file_url && <AttachmentButtons complaint={complaint} url={complaint.file_url} />}
        </TitledCard>
        <TitledCard title={text('complaintDetail.details')} className={classes.details}>
          <ComplaintDetails complaint={complaint} />
        </TitledCard>
      </Stack>
      <Stack className={classes.work ?? ''} miw={0}>
        <TitledCard title={text('caseWork.answer')} className={`${classes.answer} ${card.next}`}>
          <CaseNote complaint={complaint} kind="public" />
        </TitledCard>
        <Stack className={classes.parts ?? ''} miw={0} gap={0}>
          <Stack component="section" className={card.card ?? ''} miw={0}>
            <UpdateStatus complaint={complaint} />
            <CaseForm complaint={complaint} />
          </Stack>
          <TitledCard title={text('complaintDetail.complainant')}>
            <div className={classes.person}>
              <Complainant complaint={complaint} />
              <ForComplainant complaint={complaint} />
            </div>
          </TitledCard>
          <TitledCard title={text('caseWork.notes')} className={classes.internal}>
            <CaseNote complaint={complaint} kind="internal" />
          </TitledCard>
          {isWide && <FurtherSteps complaint={complaint} />}
        </Stack>
      </Stack>
      <Stack className={`${classes.story} ${classes.parts}`} miw={0} gap={0}>
        <TitledCard title={text('caseEvents.heading')}>
          <CaseTimeline id={complaint.id} assignee={complaint.assignee} />
        </TitledCard>
        <TitledCard title={text('complaintDetail.payment')}>
          <ComplaintPayment complaint={complaint} />
          <ComplaintLinks complaint={complaint} />
        </TitledCard>
        {!isWide && <FurtherSteps complaint={complaint} />}
      </Stack>
    </div>
  )
}

/** Steps that few cases need, last of all. */
function FurtherSteps({ complaint }: { complaint: Complaint }) {
  const text = useText()
  return (
    <TitledCard title={text('caseWork.further')} gap={0}>
      <Folded heading={text('caseWork.holdHeading')} isOpen={Boolean(complaint.hold)}>
        <CaseHold complaint={complaint} />
      </Folded>
      <Folded heading={text('caseWork.bundleHeading')}>
        <CaseBundle complaint={complaint} />
        <FileHashes files={complaint.files} />
      </Folded>
      <Folded heading={text('caseWork.mergeHeading')} isOpen={complaint.duplicate_of !== null}>
        <MergeCase complaint={complaint} />
      </Folded>
    </TitledCard>
  )
}

/** The name of a stored file ends with its type. */
const hasPdf = ({ file_path }: Complaint) => Boolean(file_path?.endsWith('.pdf'))

/** A photo that is shown opens by a press on it, so it needs no button for that. */
function AttachmentButtons({ complaint, url }: { complaint: Complaint; url: string }) {
  const text = useText()
  const isPdf = hasPdf(complaint)
  const isShown = !isPdf && complaint.files.length > 0
  const look = { variant: 'subtle', px: 8, ml: -8 } as const
  const download = text('complaintDetail.downloadAttachment')
  // Below a picture it is one of the small links there.
  if (isShown) {
    return (
      <Button component="a" href={url} download variant="subtle" size="compact-sm" className={classes.original ?? ''}>
        {download}
      </Button>
    )
  }
  return (
    <Group gap="0 16px" className={classes.links ?? ''}>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={18} aria-hidden />}
        {...look}
      >
        <RichText
          id={isPdf ? 'complaintDetail.openPdf' : 'complaintDetail.openPhoto'}
          fill={{ hint: screenReaderOnly }}
        />
      </Button>
      <Button component="a" href={url} download leftSection={<IconDownload size={18} aria-hidden />} {...look}>
        {download}
      </Button>
    </Group>
  )
}

function UpdateStatus({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const params = { id: String(complaint.id) }
  const heading = useRef<HTMLHeadingElement>(null)
  const { start, isBusy } = useSave({
    call: complaintCalls.setStatus,
    send: (status: ComplaintStatus) => request(complaintCalls.setStatus, { params, body: { status } }),
    invalidates: [complaintCalls.read, complaintCalls.listAll, caseCalls.listEvents],
    onSaved: ({ reply }, _, queries) => updateComplaintCache(queries, reply.data),
    success: (_, status) => text(complaintStatuses[status].saved),
    failure: { always: text('complaintDetail.statusFailed') },
    // The pressed button is disabled now.
    focus: () => heading.current,
  })

  return (
    <>
      <SectionHeading ref={heading} tabIndex={-1}>
        {text('complaintDetail.updateStatus')}
      </SectionHeading>
      <div className={classes.statuses}>
        {ComplaintStatus.options.map((status) => {
          const { label } = complaintStatuses[status]
          const isCurrent = status === complaint.status

          return (
            <Button
              key={status}
              variant="default"
              disabled={isBusy || isCurrent}
              aria-current={isCurrent || undefined}
              leftSection={isCurrent && <IconCheck size={18} aria-hidden />}
              onClick={() => start(status)}
            >
              {text(label)}
            </Button>
          )
        })}
      </div>
    </>
  )
}
