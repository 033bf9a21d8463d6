import type { authCalls, SessionUser } from '@petsetu/contract/auth.ts'
import { localPath, paths } from '@petsetu/contract/paths.ts'
import { SIGN_OUT } from '@petsetu/contract/sign-out.ts'
import { useSyncExternalStore } from 'react'
import { dropAllDrafts } from '../lib/draft.ts'
import { request, setIdentity } from '../lib/request.ts'

// The only file that touches local storage. The key and the shape are part of the product's specification.
const KEY = 'user'

type Listener = () => void
const listeners = new Set<Listener>()

let stored: string | null = null
let user: SessionUser | null = null
let hasLeft = false

/** The signed-in person, or null for a visitor. The same object until it changes. */
function currentUser(): SessionUser | null {
  const text = localStorage.getItem(KEY)
  if (text !== stored) {
    stored = text
    user = parse(text)
  }
  return user
}

export function signIn(next: SessionUser): void {
  hasLeft = false
  localStorage.setItem(KEY, JSON.stringify(next))
  tellListeners()
}

/** Forgets the person here, and ends the session on the server; being offline does not keep anybody signed in. */
export async function signOut(): Promise<void> {
  const token = currentUser()?.accessToken
  hasLeft = true
  dropAllDrafts()
  forget()
  if (token) await endSession(token).catch(() => {})
}

async function endSession(token: string): Promise<void> {
  await request<typeof authCalls.signout>(SIGN_OUT, {}, { token })
}

/** True after signing out here by hand: nobody is to be led back to the page they were on. */
export function hasSignedOut(): boolean {
  return hasLeft
}

/** The signed-in person for a component; a visitor while the page is still as the server sent it. */
export function useUser(): SessionUser | null {
  return useSyncExternalStore(onSessionChange, currentUser, () => null)
}

/** Calls back whenever somebody signs in or out, here or in another tab; returns the way to stop. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A person's own home. */
export function homeOf(person: { role: string } | null): string {
  if (!person) return paths.home.to({})
  return person.role === 'admin' ? paths.admin.to({}) : paths.myPets.to({})
}

/** Where to go after signing in: back to `next` if it is a path of this site that this person may see, else home. */
export function landingOf(person: { role: string }, next: string | null): string {
  const path = localPath(next)
  if (!path) return homeOf(person)
  const { pathname, search } = new URL(path, 'http://this.site')
  const isAdminPage = /^\/(admin|generate-qr)(\/|$)/.test(pathname)
  const isUserPage = /^\/user(\/|$)/.test(pathname)
  // Whoever scanned a blank tag gets the form for it, in the area that is theirs.
  if (person.role === 'admin' && pathname === paths.petForm.pattern) return paths.adminPetForm.to({}) + search
  if (person.role === 'admin' ? isUserPage : isAdminPage) return homeOf(person)
  if (pathname === paths.login.pattern || pathname === paths.register.pattern) return homeOf(person)
  return path
}

function forget(): void {
  localStorage.removeItem(KEY)
  tellListeners()
}

// The answer to an old call must not end a session that began after it was sent.
function forgetToken(token: string): void {
  if (currentUser()?.accessToken === token) forget()
}

function tellListeners(): void {
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

/** Wires the session to the calls and to the other tabs. Once, when a page comes alive in the browser. */
export function startSession(): void {
  setIdentity({ token: () => currentUser()?.accessToken ?? null, onRefused: forgetToken })
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) tellListeners()
  })
}
