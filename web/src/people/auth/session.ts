import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { SIGN_OUT, visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useSyncExternalStore } from 'react'
import { forgetTyped, hasUnsent, listenToOtherTabs } from '../../platform/lib/drafts/forget-typed.ts'
import { localStore, VISITOR } from '../../platform/lib/storage/storage.ts'

// The specification prescribes the key and the shape.
export const SESSION_KEY = 'user'
const SIGN_OUT_MS_MAX = 30_000

type Listener = () => void
const listeners = new Set<Listener>()

let stored: string | null = null
let user: SessionUser | null = null
let hasLeft = false

/** The signed-in person, or null for a visitor. Returns the same object until it changes. */
export function currentUser(): SessionUser | null {
  const text = localStore.get(SESSION_KEY)
  if (text !== stored) {
    stored = text
    user = parse(text)
  }
  return user
}

export function signIn(next: SessionUser): void {
  hasLeft = false
  store(next)
}

/** Stores what the server says now about the person who is signed in: the address and the duties may change during a session. */
export function updateUser(change: Pick<SessionUser, 'email' | 'duties'>): void {
  const now = currentUser()
  if (now) store({ ...now, ...change })
}

/** Signs out in this browser, even offline, and on the server, whose answer is not waited for. */
export async function signOut(): Promise<void> {
  const token = currentUser()?.accessToken
  hasLeft = true
  if (token) void endSession(token)
  // First, because a page that is left does not finish its writes to the database.
  await forgetTyped()
  forget()
  // A form could write until it learned that the person has left.
  await forgetTyped()
}

/** Signs out by hand, after a question if something of this person is not sent yet. False if the person stays. */
export async function askAndSignOut(question: string): Promise<boolean> {
  if ((await hasUnsent(ownerOf(currentUser())).catch(() => false)) && !confirm(question)) return false
  await signOut()
  return true
}

/**
 * Forgets the person whose account is gone. Other tabs show it. This page does not, because it is left at once for one that says that
 * the account is deleted.
 */
export async function forgetDeletedUser(): Promise<void> {
  localStore.remove(SESSION_KEY)
  await forgetTyped()
}

/**
 * Goes on after the page is left. By `fetch`, because it is the only call of the public pages: with `request` each of them would load more script.
 */
async function endSession(token: string): Promise<void> {
  const { method, path } = SIGN_OUT
  const headers = { authorization: `Bearer ${token}` }
  try {
    await fetch(path, { method, headers, keepalive: true, signal: AbortSignal.timeout(SIGN_OUT_MS_MAX) })
  } catch (error) {
    console.error(`${method} ${path} failed:`, error)
  }
}

/** True after signing out by hand: the login then does not lead back to the previous page. */
export function hasSignedOut(): boolean {
  return hasLeft
}

/** The signed-in person; null during hydration, because the server renders pages for a visitor. */
export function useUser(): SessionUser | null {
  return useSyncExternalStore(onSessionChange, currentUser, () => null)
}

/** The owner of drafts and payments: an account's id, or VISITOR. */
export function ownerOf(person: { id: number } | null): string {
  return person ? String(person.id) : VISITOR
}

/** Calls back when somebody signs in or out, here or in another tab. Returns a function that stops it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function homeOf(person: { role: string } | null): string {
  if (!person) return visitorPaths.home.to({})
  return person.role === 'admin' ? visitorPaths.admin.to({}) : visitorPaths.myPets.to({})
}

function store(next: SessionUser): void {
  localStore.set(SESSION_KEY, JSON.stringify(next))
  notifyListeners()
}

function forget(): void {
  localStore.remove(SESSION_KEY)
  notifyListeners()
}

/** Ends the session with this token, and no newer one: the answer to an old call may be late. */
export function forgetToken(token: string): void {
  if (currentUser()?.accessToken === token) forget()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

function parse(text: string | null): SessionUser | null {
  if (!text) return null
  try {
    const value = JSON.parse(text) as Partial<SessionUser> | null
    return value?.accessToken && value.username && value.role ? (value as SessionUser) : null
  } catch {
    return null
  }
}

/** Connects the session to other tabs. Call it once, when the page starts. */
export function startSession(): void {
  listenToOtherTabs()
  addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) notifyListeners()
  })
}
