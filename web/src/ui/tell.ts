import { notifications } from '@mantine/notifications'

const DONE_MS = 3_000

/** Says for 3 seconds that something has been done. */
export function tellDone(message: string): void {
  notifications.show({ message, color: 'var(--active)', autoClose: DONE_MS, closeButtonProps: CLOSE })
}

/** Says that something failed, until it is closed: nobody should have to read against the clock. */
export function tellFailed(message: string): void {
  notifications.show({ message, color: 'var(--heart)', autoClose: false, closeButtonProps: CLOSE })
}

const CLOSE = { 'aria-label': 'Close this message' }
