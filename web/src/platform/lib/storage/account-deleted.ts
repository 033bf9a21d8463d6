import { sessionStore } from './storage.ts'

const KEY = 'account-deleted'

/** For the next page of this tab, which says that the account is deleted. */
export function announceDeletion(): void {
  sessionStore.set(KEY, 'yes')
}

/** True once after `announceDeletion`. */
export function takeAnnouncedDeletion(): boolean {
  const isAnnounced = sessionStore.get(KEY) !== null
  sessionStore.remove(KEY)
  return isAnnounced
}
