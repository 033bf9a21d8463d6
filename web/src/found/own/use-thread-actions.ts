import { foundCalls } from '@petsetu/contract/found.ts'
import { petCalls } from '@petsetu/contract/pets.ts'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { useSave } from '../../ui/form/use-save.ts'
import { keepThread, type WholeThread } from './thread-query.ts'

const paramsOf = ({ id }: WholeThread) => ({ params: { id: String(id) } })

/** Returns the owner's actions on a thread, beside writing. */
export function useThreadActions() {
  const text = useText()
  const home = useSave({
    call: foundCalls.close,
    send: async (thread: WholeThread) => (await request(foundCalls.close, paramsOf(thread))).reply,
    confirm: ({ pet_name: name }) => ({
      title: text('conversation.homeQuestion', { name }),
      children: text('conversation.homeExplanation', { name }),
      confirmLabel: text('conversation.home'),
    }),
    onSaved: (reply, _, queries) => keepThread(queries, reply),
    invalidates: [foundCalls.listOwn, petCalls.listOwn, petCalls.read],
    failure: { fallback: text('conversation.failed') },
  })
  const mute = useSave({
    call: foundCalls.mute,
    send: async (thread: WholeThread) => (await request(foundCalls.mute, paramsOf(thread))).reply,
    onSaved: (reply, _, queries) => keepThread(queries, reply),
    success: () => text('conversation.muted'),
    failure: { fallback: text('conversation.failed') },
  })
  return { home, mute }
}
