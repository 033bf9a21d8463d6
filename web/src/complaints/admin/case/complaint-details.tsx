import { CRUELTY_TYPES, prosecutionEndsOn, shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { mapAddress } from '@petsetu/contract/platform/map-address.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { formatLongDay, formatLongInstant } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { serverToday } from '../../../platform/lib/requests/server-clock.ts'
import { DetailList } from '../../../platform/ui/layout/detail-list.tsx'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import classes from '../case.module.css'

/** The facts of a complaint as its complainant, or an admin, wrote them down. */
export function ComplaintDetails({ complaint }: { complaint: Complaint }) {
  const text = useText()
  return (
    <DetailList
      details={[
        [text('complaints.type'), shownWords(shownType(complaint.type_of_complaint, text), text)],
        [text('complaintDetail.location'), writtenPlace(complaint, text)],
        [text('complaintDetail.incidentDate'), formatLongDay(complaint.date_of_incident)],
        [text('complaintDetail.prosecution'), prosecutionOf(complaint, text)],
        [text('complaintDetail.submittedOn'), formatLongInstant(complaint.created_at)],
        ...givenDetails(complaint, text),
      ]}
    />
  )
}

/** Says until when the act allows a prosecution, or that the time is over, with other laws folded; null for what is not cruelty. */
function prosecutionOf({ type_of_complaint: type, date_of_incident: day }: Complaint, text: Translate): ReactNode {
  if (!CRUELTY_TYPES.includes(type) || !day) return null
  const last = prosecutionEndsOn(day)
  const until = last < serverToday() ? 'complaintDetail.prosecutionOver' : 'complaintDetail.prosecutionUntil'
  return (
    <details>
      <summary className={`${fold.unfolds} ${classes.law}`}>
        <span>
          <strong>{text(until, { day: formatLongDay(last) })}</strong>
          <br />
          <span>{text('complaintDetail.prosecutionLaw')}</span>
        </span>
      </summary>
      <div>{text('complaintDetail.otherLaws')}</div>
    </details>
  )
}

/** Returns the source of a complaint that an admin wrote down, and the complainant's additions, as label and value; null for unknown ones. */
function givenDetails(complaint: Complaint, text: Translate): [string, ReactNode][] {
  return [
    [text('complaintDetail.source'), sourceOf(complaint, text)],
    [text('complaintDetailAnimal.animal'), animalOf(complaint)],
    [text('labels.landmark'), complaint.landmark],
    [text('complaintDetail.deviceLocation'), deviceLocation(complaint, text)],
    [text('labels.offender'), complaint.offender],
    [text('labels.vehicle'), complaint.vehicle],
    [text('labels.witness'), complaint.witness],
    [text('labels.firNumber'), complaint.fir_number],
  ]
}

/** The animal of the street whose page led to the complaint, with a link to that page. */
function animalOf({ animal }: Complaint): ReactNode {
  return (
    animal && (
      <a href={paths.petDetail.to({ petId: animal.petId })}>
        {animal.petName ? `${animal.petName} (${groupPetId(animal.petId)})` : groupPetId(animal.petId)}
      </a>
    )
  )
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
function writtenPlace({ location_of_incident: place }: Complaint, text: Translate): ReactNode {
  if (!place) return text('complaintDetail.notGiven')
  return (
    <>
      {shownWords(place, text)} <MapLink place={place} text={text} />
    </>
  )
}

function MapLink({ place, text }: { place: string; text: Translate }) {
  return (
    <a href={mapAddress(place)} target="_blank" rel="noopener noreferrer" style={{ whiteSpace: 'nowrap' }}>
      {text('conversation.openMap')}
    </a>
  )
}
