import { foundCalls, type OwnThread } from '@petsetu/contract/pets/found.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { dataQuery } from '../../platform/lib/requests/call-query.ts'

/** The conversations with finders of one's own pets, newest first. */
export const ownThreads = dataQuery(foundCalls.listOwn)

const LOOK_AGAIN_MS = 30_000

/** Counts the messages of finders that the owner has not seen yet, also of those who write while a page is open. */
export function useUnreadMessages(): number {
  const { data = [] } = useQuery({ ...ownThreads, refetchInterval: LOOK_AGAIN_MS })
  return data.filter(isWaiting).reduce((sum, { unread }) => sum + unread, 0)
}

/** Those in which a finder has written what the owner has not seen yet. */
export function useNewThreads(): OwnThread[] {
  const { data = [] } = useQuery(ownThreads)
  return data.filter(isWaiting)
}

const isWaiting = ({ is_new, closed_at }: OwnThread) => is_new && !closed_at

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
