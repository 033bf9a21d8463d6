import type { CareKind } from '@petsetu/contract/care.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import ical, { ICalAlarmType } from 'ical-generator'
import type { CareEnd } from './care-queries.ts'

const ALARM_SECONDS_BEFORE = 7 * 24 * 60 * 60

const KIND_TEXTS: Record<CareKind, PlainId> = {
  rabies: 'careKinds.rabies',
  dhppi: 'careKinds.dhppi',
  leptospirosis: 'careKinds.leptospirosis',
  deworming: 'careKinds.deworming',
  sterilisation: 'careKinds.sterilisation',
  treatment: 'careKinds.treatment',
  other: 'careKinds.other',
}

/**
 * An iCalendar file with one event of a whole day for each end: the name of the pet, the kind and the day, nothing else. The id of
 * an event stays the same while the pet and the kind do, so that a subscribed calendar moves it.
 */
export function careCalendar(ends: CareEnd[], text: Translate, publicUrl: string): string {
  const calendar = ical({
    name: text('careCalendar.name'),
    prodId: { company: 'PetSetu', product: 'care', language: 'EN' },
  })
  for (const { pet_id, petName, kind, day } of ends) {
    const summary = text('careCalendar.due', { pet: petName, kind: text(KIND_TEXTS[kind]) })
    calendar.createEvent({
      id: `care-${pet_id}-${kind}@${new URL(publicUrl).hostname}`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      alarms: [{ type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS_BEFORE, description: summary }],
    })
  }
  return calendar.toString()
}
