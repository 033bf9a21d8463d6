import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

export const DUTY_NAMES: Record<Duty, PlainId> = {
  pets: 'duties.pets',
  cases: 'duties.cases',
  members: 'duties.members',
  money: 'duties.money',
  settings: 'duties.settings',
  privacy: 'duties.privacy',
}

export const dutyNames = (text: Translate, duties: readonly Duty[]) =>
  duties.map((duty) => text(DUTY_NAMES[duty])).join(', ')
