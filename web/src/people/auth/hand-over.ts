import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { localStore } from '../../platform/lib/storage/storage.ts'
import { SESSION_KEY } from './session.ts'

const HANDED_OVER = 'session:'

/** Lets the app go on with the session where the browser blocks its storage, which would end it with the document of the login. */
export function handOver(next: SessionUser): void {
  try {
    if (localStorage.getItem(SESSION_KEY) !== null) return
  } catch {
    window.name = HANDED_OVER + JSON.stringify(next)
  }
}

/** Takes over what `handOver` left in this tab, before the app reads who is signed in. */
export function takeHandedOver(): void {
  if (!window.name.startsWith(HANDED_OVER)) return
  localStore.set(SESSION_KEY, window.name.slice(HANDED_OVER.length))
  window.name = ''
}
