import { notifications } from '@mantine/notifications'

const SUCCESS_MS = 3_000

const CLOSE_BUTTON = { 'aria-label': 'Close this message', iconSize: 16 }

/** Shows a success message for 3 seconds, or longer while it is hovered or focused. */
export function showSuccess(message: string): void {
  notifications.show({ message, autoClose: SUCCESS_MS, color: 'brand', closeButtonProps: CLOSE_BUTTON })
}

/** Shows a failure message until it is closed, so that there is time to read it. */
export function showFailure(message: string): void {
  notifications.show({ message, autoClose: false, color: 'heart', closeButtonProps: CLOSE_BUTTON })
}

export function closeToasts(): void {
  notifications.clean()
}
