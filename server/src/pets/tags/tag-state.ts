import type { Tag } from '@petsetu/contract/pets/tags.ts'
import { type RawBuilder, sql } from 'kysely'

export const STATE = sql<Tag['state']>`case
  when tags.bound_at is null then 'blank'
  when tags.spent_at is not null then 'spent'
  else 'registered'
end`

// Written like the conditions of the partial indexes on blank and spent tags, so that the indexes are used.
export const CONDITIONS: Record<Tag['state'], RawBuilder<boolean>> = {
  blank: sql<boolean>`tags.bound_at is null`,
  spent: sql<boolean>`tags.spent_at is not null`,
  registered: sql<boolean>`(tags.bound_at is not null and tags.spent_at is null)`,
}
