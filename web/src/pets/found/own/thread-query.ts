import { foundCalls } from '@petsetu/contract/pets/found.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '../../../platform/lib/call-query.ts'
import { request } from '../../../platform/lib/request.ts'
import { ownThreads } from '../../../shared/new-threads.ts'

type ThreadReply = Reply<typeof foundCalls.read>
export type WholeThread = ThreadReply['data']

export function threadQuery(id: string) {
  return callQuery(foundCalls.read, { params: { id } })
}

/** Shows what a change answered with. */
export function keepThread(queries: QueryClient, reply: ThreadReply): void {
  queries.setQueryData(threadQuery(String(reply.data.id)).queryKey, reply)
}

/** Nobody waits for it: without it the list only calls the thread new for longer. */
export async function markRead(queries: QueryClient, id: string): Promise<void> {
  await request(foundCalls.markRead, { params: { id } }).catch(() => {})
  await queries.invalidateQueries(ownThreads)
}
