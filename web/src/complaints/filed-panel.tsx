import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import card from '../ui/card.module.css'
import { Notice } from '../ui/notice.tsx'
import { ComplaintId } from './complaint-id.tsx'
import classes from './filing.module.css'
import type { Filed } from './use-filing.ts'

const SHOWN_MS = 3_000

/** The good end, and after three seconds the home page. Back shall not lead to a form that is done with. */
export function FiledPanel({ complaintId, message, receiptPath }: Filed) {
  useEffect(() => {
    const timer = setTimeout(() => location.replace(paths.home.to({})), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-label="Complaint filed">
      <Notice kind="done" takesFocus>
        {message}
      </Notice>
      <ComplaintId id={complaintId} />
      {receiptPath && (
        <p className={classes.sentence}>
          <a href={receiptPath}>Open your receipt</a> to print or save it.
        </p>
      )}
      <p className={classes.sentence}>Keep this number. The home page opens in a moment.</p>
    </section>
  )
}
