import { Notice } from '../../platform/ui/feedback/notice.tsx'
import classes from './filter-bar.module.css'

/** Says that a link selected rows by something that is not among the filter's fields. */
export function ActiveFilterNotice({ children }: { children: string }) {
  return (
    <div className={classes.only}>
      <Notice kind="info">{children}</Notice>
    </div>
  )
}
