import { useEffect, useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import styles from './pet-detail-page.module.css'

const SAVED = 'saved'

/** Says that the pet was saved. The form leads to this page with #saved in the address. */
export function SavedBanner() {
  const text = useText()
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    if (location.hash !== `#${SAVED}`) return
    history.replaceState(history.state, '', location.pathname + location.search)
    setSaved(true)
  }, [])

  // CSS shows the target of the address at once, so that the page does not jump after hydration.
  return (
    <p className={styles.saved} id={SAVED} role="status">
      {isSaved && text('finder.saved')}
    </p>
  )
}
