import { Button } from '@mantine/core'
import type { Complaint } from '@petsetu/contract/complaints.ts'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatLongDay, formatLongInstant } from '../../languages/page-text.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { contactLinks } from '../../lib/contact-links.ts'
import card from '../../ui/layout/card.module.css'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { shownType } from '../complaint-types.ts'
import classes from './complaint-detail.module.css'
import { ComplaintPayment } from './complaint-payment.tsx'
import { DetailList } from './detail-list.tsx'
import { givenDetails } from './given-details.tsx'
import { UpdateStatus } from './update-status.tsx'

export function ComplaintDetail({ complaint }: { complaint: Complaint }) {
  const text = useText()
  return (
    <div className={classes.detail}>
      <UpdateStatus complaint={complaint} />
      <Section heading={text('complaintDetail.complainant')}>
        <DetailList
          details={[
            [text('complaintDetail.fullName'), complaint.fullname],
            [text('complaintDetail.email'), <Email key="email" address={complaint.email} />],
            [text('complaintDetail.phone'), <Phone key="phone" phone={complaint.phone} />],
          ]}
        />
      </Section>
      <Section heading={text('complaintDetail.details')}>
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
      <Section heading={text('complaintDetail.description')} isWide>
        <p className={classes.description}>{complaint.description}</p>
        {complaint.file_url && (
          <div className={classes.buttons}>
            <Button
              component="a"
              href={complaint.file_url}
              target="_blank"
              rel="noopener"
              variant="outline"
              leftSection={<IconExternalLink size={18} aria-hidden />}
            >
              <RichText id="complaintDetail.openAttachment" fill={{ hint: screenReaderOnly }} />
            </Button>
            <Button
              component="a"
              href={complaint.file_url}
              download
              variant="subtle"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {text('complaintDetail.downloadAttachment')}
            </Button>
          </div>
        )}
      </Section>
      <Section heading={text('complaintDetail.payment')} isWide>
        <ComplaintPayment complaint={complaint} />
      </Section>
    </div>
  )
}

type SectionProps = { heading: string; isWide?: boolean; children: ReactNode }

function Section({ heading, isWide = false, children }: SectionProps) {
  return (
    <section className={`${card.card} ${classes.section}`} data-wide={isWide}>
      <h2 className={classes.heading}>{heading}</h2>
      {children}
    </section>
  )
}

/** Makes each phone number in the text a link, or the whole text if none is recognised. */
function Phone({ phone }: { phone: string }) {
  const text = useText()
  if (!phone) return text('complaintDetail.notGiven')
  const numbers = contactLinks(phone).filter(({ kind }) => kind === 'phone')
  if (numbers.length > 1) {
    return numbers.map(({ href, text: number }, index) => (
      <span key={href}>
        {index > 0 && ', '}
        <a href={href}>{number}</a>
      </span>
    ))
  }
  const digits = phone.replace(/[^\d+]/g, '')
  return digits ? <a href={numbers[0]?.href ?? `tel:${digits}`}>{phone}</a> : phone
}

function Email({ address }: { address: string }) {
  const text = useText()
  if (!address) return text('complaintDetail.notGiven')
  // Escapes characters that would add a subject or other fields to the mail.
  return <a href={`mailto:${address.replace(/[^\w.@+-]/g, encodeURIComponent)}`}>{address}</a>
}
