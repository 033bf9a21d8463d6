import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import type { PayState } from '../../checkout/pay-flow.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import card from '../../ui/layout/card.module.css'
import { ComplaintId } from './complaint-id.tsx'
import classes from './filing.module.css'

const SHOWN_MS = 3_000

/** Shows the success, and leads to the home page after three seconds. It replaces the history entry, so that Back skips the form. */
export function FiledPanel({ subject, message, receiptPath }: NonNullable<PayState['done']>) {
  useEffect(() => {
    const timer = setTimeout(() => location.replace(paths.home.to({})), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-label="Complaint filed">
      <Notice kind="done" takesFocus>
        {message}
      </Notice>
      <ComplaintId id={subject.id} />
      {receiptPath && (
        <p className={classes.sentence}>
          <a href={receiptPath}>Open your receipt</a> to print or save it.
        </p>
      )}
      <p className={classes.sentence}>Keep this number. The home page opens in a moment.</p>
    </section>
  )
}
