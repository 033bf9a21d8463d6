import { useText } from '../../languages/use-text.tsx'
import styles from './finder-page.module.css'

export function Scams() {
  const text = useText()
  return <p className={styles.scams}>{text('found.scams')}</p>
}
