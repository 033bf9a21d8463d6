import { Notice } from '../ui/notice.tsx'
import classes from './filter-bar.module.css'

/** Says that a link led to a part of the report, which no field of the filter shows. */
export function OnlyThese({ children }: { children: string }) {
  return (
    <div className={classes.only}>
      <Notice kind="info">{children} Reset Filters shows all.</Notice>
    </div>
  )
}
