import { useEffect, useState } from 'react'
import styles from './pet-detail-page.module.css'

const SAVED = 'saved'

/** Says that the pet was saved to whoever comes from the form, whose address ends in #saved. */
export function SavedBanner() {
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    if (location.hash !== `#${SAVED}`) return
    history.replaceState(history.state, '', location.pathname + location.search)
    setSaved(true)
  }, [])

  // As the target of the address it takes up its space at once, so that the page does not jump.
  return (
    <p className={styles.saved} id={SAVED} role="status">
      {isSaved && 'Pet information saved successfully!'}
    </p>
  )
}
