import type { authCalls, SessionUser } from '@petsetu/contract/auth.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { SIGN_OUT } from '@petsetu/contract/sign-out.ts'
import { useSyncExternalStore } from 'react'
import { forgetTyped, listenToOtherTabs } from '../lib/forget-typed.ts'
import { request, setIdentity } from '../lib/request.ts'
import { localStore, VISITOR } from '../lib/storage.ts'

// The specification prescribes the key and the shape.
const KEY = 'user'

type Listener = () => void
const listeners = new Set<Listener>()

let stored: string | null = null
let user: SessionUser | null = null
let hasLeft = false

/** The signed-in person, or null for a visitor. Returns the same object until it changes. */
export function currentUser(): SessionUser | null {
  const text = localStore.get(KEY)
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

/** Updates the stored e-mail address, with which forms are filled, if the account has another one by now. */
export function updateEmail({ username, email }: { username: string; email: string }): void {
  const present = currentUser()
  if (present?.username === username && present.email !== email) store({ ...present, email })
}

/** Signs out in this browser, even offline, and on the server. */
export async function signOut(): Promise<void> {
  const token = currentUser()?.accessToken
  hasLeft = true
  const forgotten = forgetTyped()
  forget()
  if (token) await endSession(token).catch(() => {})
  await forgotten
}

/** Forgets the person whose account is gone. This page does not show it, so it has to be left at once; other tabs do. */
export async function forgetDeletedUser(): Promise<void> {
  localStore.remove(KEY)
  await forgetTyped()
}

async function endSession(token: string): Promise<void> {
  await request<typeof authCalls.signout>(SIGN_OUT, {}, { token })
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
  if (!person) return paths.home.to({})
  return person.role === 'admin' ? paths.admin.to({}) : paths.myPets.to({})
}

function store(next: SessionUser): void {
  localStore.set(KEY, JSON.stringify(next))
  notifyListeners()
}

function forget(): void {
  localStore.remove(KEY)
  notifyListeners()
}

// A late answer to an old call must not end a newer session.
function forgetToken(token: string): void {
  if (currentUser()?.accessToken === token) forget()
}

// The account page shows an admin who must set up a second factor that, and nothing else.
function goToAccount(): void {
  const account = paths.account.to({})
  if (location.pathname !== account) location.replace(account)
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

/** Connects the session to the calls and to other tabs. Call it once, when the page starts. */
export function startSession(): void {
  setIdentity({
    token: () => currentUser()?.accessToken ?? null,
    onRefused: forgetToken,
    onMustEnrol: goToAccount,
  })
  listenToOtherTabs()
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) notifyListeners()
  })
}
