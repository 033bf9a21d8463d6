import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'

/** Shows the messages of toast.ts over the page. Render it once per page. */
export function Toasts() {
  return <Notifications position="bottom-center" />
}
