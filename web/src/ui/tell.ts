import { useSyncExternalStore } from 'react'

export type Message = { id: number; kind: 'done' | 'failed'; text: string }

let messages: Message[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says for 3 seconds that something has been done. */
export function tellDone(text: string): void {
  show([...messages, { id: ++lastId, kind: 'done', text }])
}

/** Says that something failed, until it is closed: nobody should have to read against the clock. */
export function tellFailed(text: string): void {
  show([...messages, { id: ++lastId, kind: 'failed', text }])
}

export function closeMessage(id: number): void {
  show(messages.filter((message) => message.id !== id))
}

/** What is being told, oldest first. */
export function useMessages(): Message[] {
  return useSyncExternalStore(listen, () => messages)
}

function show(next: Message[]): void {
  messages = next
  for (const tell of listeners) tell()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
