import { useEffect, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { takeAnnouncedDeletion } from '../lib/account-deleted.ts'
import styles from './note.module.css'

/** For people who have just deleted their account. */
export function AccountDeletedNote() {
  const text = useText()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (takeAnnouncedDeletion()) setShown(true)
  }, [])
  if (!isShown) return null
  return (
    <p className={styles.note} role="status">
      {text('home.accountDeleted')}
    </p>
  )
}
