import type { BeforeLogin } from '@petsetu/contract/site/public-pages.ts'
import { useEffect, useState } from 'react'
import { takeArrival } from '../../../platform/lib/address/arrival.ts'
import { TYPED_PREFIX } from '../../../platform/lib/drafts/forget-typed.ts'
import { sessionStore } from '../../../platform/lib/storage/storage.ts'

const KEY = `${TYPED_PREFIX}before-login`

/** The way to the login page, and the name of an account that was just made. */
export type Before = { after: BeforeLogin; username: string }

/** Tells the login page, which is opened next, what has led to it. */
export function tellLogin(before: Before): void {
  sessionStore.set(KEY, JSON.stringify(before))
}

/** Tells what has led here. It belongs to this entry of the history, so that a reload shows it again and a later visit does not. */
export function useBeforeLogin(): Before | null {
  const [before, setBefore] = useState<Before | null>(null)
  useEffect(() => {
    const told = sessionStore.get(KEY)
    if (told) {
      sessionStore.remove(KEY)
      history.replaceState({ ...history.state, before: JSON.parse(told) }, '')
    }
    setBefore((history.state as { before?: Before } | null)?.before ?? null)
  }, [])
  return before
}

/** Moves the focus to the heading of the next page of the person's way, unless they are in a field already: the script comes after the page. */
export function useArrival(): void {
  useEffect(() => {
    if (takeArrival() && document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
}
