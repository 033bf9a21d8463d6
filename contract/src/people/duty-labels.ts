import type { PlainId } from '@petsetu/languages/translator.ts'
import type { Duty } from './duties.ts'

/** The names of the duties, apart from them because pages without the texts of the admin area ask for duties, too. */
export const DUTY_LABELS: Record<Duty, PlainId> = {
  pets: 'duties.pets',
  cases: 'duties.cases',
  members: 'duties.members',
  money: 'duties.money',
  settings: 'duties.settings',
  privacy: 'duties.privacy',
}
