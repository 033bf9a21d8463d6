import { Button } from '@mantine/core'
import type { Complaint } from '@petsetu/contract/complaints.ts'
import { formatLongDay } from '@petsetu/contract/dates.ts'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatLongInstant } from '../lib/format-instant.ts'
import card from '../ui/card.module.css'
import classes from './complaint-detail.module.css'
import { ComplaintPayment } from './complaint-payment.tsx'
import { Facts } from './facts.tsx'
import { UpdateStatus } from './update-status.tsx'

const NOT_GIVEN = 'N/A'

/** A complaint as the desk works on it. */
export function ComplaintDetail({ complaint }: { complaint: Complaint }) {
  return (
    <div className={classes.detail}>
      <UpdateStatus complaint={complaint} />
      <Section heading="Complainant Information">
        <Facts
          facts={[
            ['Full Name', complaint.fullname],
            ['Email', <Contact key="email" scheme="mailto" address={complaint.email} />],
            ['Phone', <Contact key="phone" scheme="tel" address={complaint.phone} />],
          ]}
        />
      </Section>
      <Section heading="Complaint Details">
        <Facts
          facts={[
            ['Type', complaint.type_of_complaint],
            ['Location', complaint.location_of_incident || NOT_GIVEN],
            ['Incident Date', formatLongDay(complaint.date_of_incident)],
            ['Submitted On', formatLongInstant(complaint.created_at)],
          ]}
        />
      </Section>
      <Section heading="Description" isWide>
        <p className={classes.description}>{complaint.description}</p>
        {complaint.file_url && (
          <Button
            className={classes.action ?? ''}
            component="a"
            href={complaint.file_url}
            target="_blank"
            rel="noopener"
            variant="outline"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            Download Attachment<span className="visually-hidden">&nbsp;(opens in a new tab)</span>
          </Button>
        )}
      </Section>
      <Section heading="Payment Information" isWide>
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

function Contact({ scheme, address }: { scheme: 'mailto' | 'tel'; address: string }) {
  if (!address) return NOT_GIVEN
  // Of a phone number only what can be dialled; of an e-mail address nothing that would begin a subject.
  const target = scheme === 'tel' ? address.replace(/[^\d+]/g, '') : address.replace(/[^\w.@+-]/g, encodeURIComponent)
  return target ? <a href={`${scheme}:${target}`}>{address}</a> : address
}
