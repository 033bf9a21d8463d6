import { notifications } from '@mantine/notifications'
import { pageText } from '../../languages/page-text.ts'
import { CallError } from '../../lib/requests/request.ts'

const SUCCESS_MS = 3_000

/** Shows a success message for 3 seconds, or longer while it is hovered or focused. */
export function showSuccess(message: string): void {
  notifications.show({ message, autoClose: SUCCESS_MS, color: 'brand', closeButtonProps: closeButton() })
}

/** Shows a failure message until it is closed, so that there is time to read it; returns its id. */
export function showFailure(message: string): string {
  return notifications.show({ message, autoClose: false, color: 'heart', closeButtonProps: closeButton() })
}

/** Throws a failure on. A toast shows the one with this code, because the form that would show it is gone. */
export const failWithToast =
  (code: string) =>
  (error: unknown): never => {
    if (error instanceof CallError && error.code === code) showFailure(error.message)
    throw error
  }

export function closeToast(id: string): void {
  notifications.hide(id)
}

export function closeToasts(): void {
  notifications.clean()
}

function closeButton() {
  return { 'aria-label': pageText('controls.closeMessage'), iconSize: 16 }
}
