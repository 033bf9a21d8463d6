import { useReducedMotion } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'

const FADE_MS = 250

/** Shows the messages of toast.ts over the page. Render it once per page. */
export function Toasts() {
  const isStill = useReducedMotion()
  return <Notifications position="bottom-center" transitionDuration={isStill ? 0 : FADE_MS} />
}
