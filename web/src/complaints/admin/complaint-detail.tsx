import { Button } from '@mantine/core'
import type { Complaint } from '@petsetu/contract/complaints.ts'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatLongDay, formatLongInstant } from '../../languages/page-text.ts'
import { contactLinks } from '../../lib/contact-links.ts'
import card from '../../ui/layout/card.module.css'
import classes from './complaint-detail.module.css'
import { ComplaintPayment } from './complaint-payment.tsx'
import { DetailList } from './detail-list.tsx'
import { UpdateStatus } from './update-status.tsx'

const NOT_GIVEN = 'N/A'

export function ComplaintDetail({ complaint }: { complaint: Complaint }) {
  return (
    <div className={classes.detail}>
      <UpdateStatus complaint={complaint} />
      <Section heading="Complainant information">
        <DetailList
          details={[
            ['Full name', complaint.fullname],
            ['Email', <Email key="email" address={complaint.email} />],
            ['Phone', <Phone key="phone" phone={complaint.phone} />],
          ]}
        />
      </Section>
      <Section heading="Complaint details">
        <DetailList
          details={[
            ['Type', complaint.type_of_complaint],
            ['Location', complaint.location_of_incident || NOT_GIVEN],
            ['Incident date', formatLongDay(complaint.date_of_incident)],
            ['Submitted on', formatLongInstant(complaint.created_at)],
          ]}
        />
      </Section>
      <Section heading="Description" isWide>
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
              Open attachment<span className="visually-hidden">&nbsp;(opens in a new tab)</span>
            </Button>
            <Button
              component="a"
              href={complaint.file_url}
              download
              variant="subtle"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              Download attachment
            </Button>
          </div>
        )}
      </Section>
      <Section heading="Payment information" isWide>
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
  if (!phone) return NOT_GIVEN
  const numbers = contactLinks(phone).filter(({ kind }) => kind === 'phone')
  if (numbers.length > 1) {
    return numbers.map(({ href, text }, index) => (
      <span key={href}>
        {index > 0 && ', '}
        <a href={href}>{text}</a>
      </span>
    ))
  }
  const digits = phone.replace(/[^\d+]/g, '')
  return digits ? <a href={numbers[0]?.href ?? `tel:${digits}`}>{phone}</a> : phone
}

function Email({ address }: { address: string }) {
  if (!address) return NOT_GIVEN
  // Escapes characters that would add a subject or other fields to the mail.
  return <a href={`mailto:${address.replace(/[^\w.@+-]/g, encodeURIComponent)}`}>{address}</a>
}
