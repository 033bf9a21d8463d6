import type { OwnThread } from '@petsetu/contract/pets/found.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

const PART_TEXTS = {
  photo: 'conversation.photo',
  contact: 'conversation.contact',
  location: 'conversation.place',
} as const satisfies Record<NonNullable<OwnThread['last_part']>, PlainId>

/** The last message of a conversation, or what came without words; null if there is neither. */
export function lastWords({ last_by, last_message, last_part }: OwnThread, text: Translate): string | null {
  const words = last_message ?? (last_part && text(PART_TEXTS[last_part]))
  if (!words) return null
  return last_by === 'owner' ? `${text('conversation.you')}: ${words}` : shownWords(words, text)
}
