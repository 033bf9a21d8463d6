import type { Complaint } from '@petsetu/contract/complaints.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'

/** Returns the source of a complaint that an admin wrote down, and the complainant's additions, as label and value; null for unknown ones. */
export function givenDetails(complaint: Complaint, text: Translate): [string, ReactNode][] {
  return [
    [text('complaintDetail.source'), sourceOf(complaint, text)],
    [text('labels.landmark'), complaint.landmark],
    [text('complaintDetail.deviceLocation'), deviceLocation(complaint, text)],
    [text('labels.offender'), complaint.offender],
    [text('labels.vehicle'), complaint.vehicle],
    [text('labels.witness'), complaint.witness],
    [text('labels.firNumber'), complaint.fir_number],
  ]
}

function sourceOf({ source }: Complaint, text: Translate): string | null {
  if (source === 'form') return null
  return text(source === 'phone' ? 'complaintDetail.byPhone' : 'complaintDetail.atDesk')
}

/** Coordinates and a link: a map of ours would tell its provider where animals are in need. */
function deviceLocation({ lat, lon, accuracy }: Complaint, text: Translate): ReactNode {
  if (lat === null || lon === null) return null
  const place = `${lat},${lon}`
  return (
    <>
      {accuracy === null ? place : text('complaintDetail.deviceAt', { place, metres: accuracy })}{' '}
      <MapLink place={place} text={text} />
    </>
  )
}

/** The place as the complainant wrote it, with a link to a map. */
export function writtenPlace({ location_of_incident: place }: Complaint, text: Translate): ReactNode {
  if (!place) return text('complaintDetail.notGiven')
  return (
    <>
      {place} <MapLink place={place} text={text} />
    </>
  )
}

function MapLink({ place, text }: { place: string; text: Translate }) {
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text('conversation.openMap')}
    </a>
  )
}
