import { useText } from '../../languages/use-text.tsx'
import thread from '../thread.module.css'

export function Scams() {
  const text = useText()
  return <p className={thread.scams}>{text('found.scams')}</p>
}
