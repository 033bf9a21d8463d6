import { Button } from '@mantine/core'
import type { Complaint } from '@petsetu/contract/complaints.ts'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatLongDay, formatLongInstant } from '../../languages/page-text.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { shownType } from '../../shared/complaint-types.ts'
import card from '../../ui/layout/card.module.css'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { CaseFiles } from './case/case-files.tsx'
import { CaseForm } from './case/case-form.tsx'
import { CaseNotes } from './case/case-notes.tsx'
import { CaseTimeline } from './case/case-timeline.tsx'
import { Complainant } from './case/complainant.tsx'
import { MergeCase } from './case/merge-case.tsx'
import classes from './complaint-detail.module.css'
import { ComplaintPayment } from './complaint-payment.tsx'
import { DetailList } from './detail-list.tsx'
import { ForComplainant } from './entry/for-complainant.tsx'
import { givenDetails } from './given-details.tsx'
import { UpdateStatus } from './update-status.tsx'

export function ComplaintDetail({ complaint }: { complaint: Complaint }) {
  const text = useText()
  return (
    <div className={classes.detail}>
      <Section heading={text('complaintDetail.description')} isWide>
        <p className={classes.description}>{complaint.description}</p>
        <CaseFiles complaintId={complaint.id} files={complaint.files} />
        {complaint.file_url && <AttachmentButtons url={complaint.file_url} />}
      </Section>
      <UpdateStatus complaint={complaint} />
      <Section heading={text('caseWork.heading')}>
        <CaseForm complaint={complaint} />
      </Section>
      <Section heading={text('complaintDetail.complainant')}>
        <Complainant complaint={complaint} />
        <ForComplainant complaint={complaint} />
      </Section>
      <Section heading={text('complaintDetail.details')} isWide>
        <DetailList
          details={[
            [text('complaints.type'), shownType(complaint.type_of_complaint, text)],
            [text('complaintDetail.location'), complaint.location_of_incident || text('complaintDetail.notGiven')],
            [text('complaintDetail.incidentDate'), formatLongDay(complaint.date_of_incident)],
            [text('complaintDetail.submittedOn'), formatLongInstant(complaint.created_at)],
            ...givenDetails(complaint, text),
          ]}
        />
      </Section>
      <Section heading={text('caseWork.notes')} isWide>
        <CaseNotes complaint={complaint} />
      </Section>
      <Section heading={text('caseEvents.heading')} isWide>
        <CaseTimeline id={complaint.id} />
      </Section>
      <Section heading={text('complaintDetail.payment')} isWide>
        <ComplaintPayment complaint={complaint} />
      </Section>
      <Section heading={text('caseWork.mergeHeading')} isWide>
        <MergeCase complaint={complaint} />
      </Section>
    </div>
  )
}

function AttachmentButtons({ url }: { url: string }) {
  const text = useText()
  return (
    <div className={classes.buttons}>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        variant="outline"
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        <RichText id="complaintDetail.openAttachment" fill={{ hint: screenReaderOnly }} />
      </Button>
      <Button component="a" href={url} download variant="subtle" leftSection={<IconDownload size={18} aria-hidden />}>
        {text('complaintDetail.downloadAttachment')}
      </Button>
    </div>
  )
}

type SectionProps = { heading: string; isWide?: boolean; children: ReactNode }

function Section({ heading, isWide = false, children }: SectionProps) {
  const id = useId()
  return (
    <section className={`${card.card} ${classes.section}`} data-wide={isWide} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      {children}
    </section>
  )
}
