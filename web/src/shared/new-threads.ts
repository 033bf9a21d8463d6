import { type FoundThread, foundCalls } from '@petsetu/contract/pets/found.ts'
import { useQuery } from '@tanstack/react-query'
import { dataQuery } from '../platform/lib/data-query.ts'

/** The conversations with finders of one's own pets, newest first. */
export const ownThreads = dataQuery(foundCalls.listOwn)

/** Those in which a finder has written what the owner has not seen yet. */
export function useNewThreads(): FoundThread[] {
  const { data = [] } = useQuery(ownThreads)
  return data.filter(({ is_new, closed_at }) => is_new && !closed_at)
}
