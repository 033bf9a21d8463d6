import { Notice } from '../ui/feedback/notice.tsx'
import classes from './filter-bar.module.css'

/** Says that a link selected a part of the report that the filter's fields do not show. */
export function OnlyThese({ children }: { children: string }) {
  return (
    <div className={classes.only}>
      <Notice kind="info">{children} Reset Filters shows all.</Notice>
    </div>
  )
}
