import type { CareDue } from '@petsetu/contract/pets/care.ts'
import { CARE_KIND_TEXTS } from '@petsetu/contract/pets/care-kinds.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { formatUnbrokenDay } from '../../platform/languages/page-formats.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'

/** Says what is due for a pet, and when. */
export function dueWords({ kind, day }: Pick<CareDue, 'kind' | 'day'>, text: Translate): string {
  // ‘Other due on …’ would say nothing.
  const words = { kind: text(kind === 'other' ? 'titles.care' : CARE_KIND_TEXTS[kind]), day: formatUnbrokenDay(day) }
  return text(day < serverToday() ? 'care.dueWas' : 'care.dueOn', words)
}
