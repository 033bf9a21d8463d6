import { Button } from '@mantine/core'
import { shownType } from '@petsetu/contract/complaint-labels.ts'
import type { Complaint } from '@petsetu/contract/complaints.ts'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatLongDay, formatLongInstant } from '../../languages/page-text.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import card from '../../ui/layout/card.module.css'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { CaseFiles } from './case/case-files.tsx'
import { CaseForm } from './case/case-form.tsx'
import { CaseNotes } from './case/case-notes.tsx'
import { CaseTimeline } from './case/case-timeline.tsx'
import { Complainant } from './case/complainant.tsx'
import { MergeCase } from './case/merge-case.tsx'
import classes from './complaint-detail.module.css'
import { ComplaintPayment } from './complaint-payment.tsx'
import { ForComplainant } from './entry/for-complainant.tsx'
import { givenDetails, writtenPlace } from './given-details.tsx'
import { UpdateStatus } from './update-status.tsx'

export function ComplaintDetail({ complaint }: { complaint: Complaint }) {
  const text = useText()
  return (
    <div className={classes.detail}>
      <div className={classes.story}>
        <Section heading={text('complaintDetail.description')}>
          <p className={classes.description}>{complaint.description}</p>
          <CaseFiles complaintId={complaint.id} files={complaint.files} />
          {complaint.file_url && <AttachmentButtons url={complaint.file_url} />}
        </Section>
      </div>
      <div className={classes.work}>
        <UpdateStatus complaint={complaint} />
        <Section heading={text('caseWork.heading')}>
          <CaseForm complaint={complaint} />
        </Section>
        <Section heading={text('complaintDetail.complainant')}>
          <Complainant complaint={complaint} />
          <ForComplainant complaint={complaint} />
        </Section>
        <Section heading={text('complaintDetail.payment')}>
          <ComplaintPayment complaint={complaint} />
        </Section>
        <Section heading={text('caseWork.mergeHeading')}>
          <MergeCase complaint={complaint} />
        </Section>
      </div>
      <div className={classes.story}>
        <Section heading={text('caseWork.notes')}>
          <CaseNotes complaint={complaint} />
        </Section>
        <Section heading={text('complaintDetail.details')}>
          <DetailList
            details={[
              [text('complaints.type'), shownType(complaint.type_of_complaint, text)],
              [text('complaintDetail.location'), writtenPlace(complaint, text)],
              [text('complaintDetail.incidentDate'), formatLongDay(complaint.date_of_incident)],
              [text('complaintDetail.submittedOn'), formatLongInstant(complaint.created_at)],
              ...givenDetails(complaint, text),
            ]}
          />
        </Section>
        <Section heading={text('caseEvents.heading')}>
          <CaseTimeline id={complaint.id} />
        </Section>
      </div>
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

type SectionProps = { heading: string; children: ReactNode }

function Section({ heading, children }: SectionProps) {
  const id = useId()
  return (
    <section className={`${card.card} ${classes.section}`} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      {children}
    </section>
  )
}
