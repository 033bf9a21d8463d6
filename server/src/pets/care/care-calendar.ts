import { CARE_KIND_TEXTS } from '@petsetu/contract/pets/care-kinds.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import ical, { ICalAlarmType } from 'ical-generator'
import type { CareEnd } from './care-queries.ts'

const ALARM_SECONDS_BEFORE = 7 * 24 * 60 * 60

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
    const summary = text('careCalendar.due', { pet: petName, kind: text(CARE_KIND_TEXTS[kind]) })
    calendar.createEvent({
      id: `care-${pet_id}-${kind}@${new URL(publicUrl).hostname}`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary,
      alarms: [{ type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS_BEFORE, description: summary }],
    })
  }
  // RFC 5545 ends every line so, the last one too.
  return `${calendar.toString()}\r\n`
}
