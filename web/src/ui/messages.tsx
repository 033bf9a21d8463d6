import { CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './messages.module.css'
import { closeMessage, type Message, useMessages } from './tell.ts'

const DONE_MS = 3_000

/** What `tell.ts` tells, at the bottom of the window. Once on a page. */
export function Messages() {
  const messages = useMessages()
  return (
    <div className={classes.messages}>
      {messages.map((message) => (
        <OneMessage key={message.id} message={message} />
      ))}
    </div>
  )
}

/** Read out at once. While the mouse is on it, it stays. */
function OneMessage({ message: { id, kind, text } }: { message: Message }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (kind === 'failed' || isHeld) return
    const timer = setTimeout(() => closeMessage(id), DONE_MS)
    return () => clearTimeout(timer)
  }, [id, kind, isHeld])
  return (
    <div
      className={classes.message}
      data-kind={kind}
      role="alert"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <div className={classes.text}>{text}</div>
      <CloseButton iconSize={16} aria-label="Close this message" onClick={() => closeMessage(id)} />
    </div>
  )
}
