import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'
import card from '../../ui/layout/card.module.css'
import classes from './registering.module.css'

const SHOWN_MS = 4_000

/** Shows the success, and after a moment leads to the person's home. It replaces the history entry, so that Back skips the form. */
export function ActivePanel({ message, receiptPath }: { message: string; receiptPath: string | null }) {
  useEffect(() => {
    scrollTo({ top: 0 })
    const timer = setTimeout(() => location.replace(paths.dashboard.to({})), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-label="Membership active">
      <Notice kind="done" isAlert takesFocus>
        {message}
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
