import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import card from '../ui/card.module.css'
import { Notice } from '../ui/notice.tsx'
import classes from './registering.module.css'

const SHOWN_MS = 4_000

/** The good end, and after a moment the person's own home. Back shall not lead to a form that is done with. */
export function ActivePanel({ receiptPath }: { receiptPath: string | null }) {
  useEffect(() => {
    scrollTo({ top: 0 })
    const timer = setTimeout(() => location.replace(paths.dashboard.to({})), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-label="Membership active">
      <Notice kind="done" isAlert takesFocus>
        Payment successful! Your membership is now active.
      </Notice>
      {receiptPath && (
        <p className={classes.sentence}>
          <a href={receiptPath}>Open your receipt</a> to print or save it.
        </p>
      )}
      <p className={classes.sentence}>You are taken on in a moment.</p>
    </section>
  )
}
