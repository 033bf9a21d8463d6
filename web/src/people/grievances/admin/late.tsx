import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../platform/languages/use-text.tsx'
import classes from './grievances.module.css'

/** Marks a grievance that should have been acknowledged or answered before now. */
export function Late() {
  const text = useText()
  return (
    <span className={classes.late}>
      <IconAlertTriangle size={18} aria-hidden /> {text('grievances.late')}
    </span>
  )
}
