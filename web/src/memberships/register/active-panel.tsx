import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import { RichText, useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import card from '../../ui/layout/card.module.css'
import classes from './registering.module.css'

const SHOWN_MS = 4_000

/** Shows the success, and after a moment leads to the person's home. It replaces the history entry, so that Back skips the form. */
export function ActivePanel({ message, receiptPath }: { message: string; receiptPath: string | null }) {
  const text = useText()
  useEffect(() => {
    scrollTo({ top: 0 })
    const timer = setTimeout(() => location.replace(paths.dashboard.to({})), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-label={text('registration.active')}>
      <Notice kind="done" isAlert takesFocus>
        {message}
      </Notice>
      {receiptPath && (
        <p className={classes.sentence}>
          <RichText id="checkout.openReceipt" fill={{ link: (content) => <a href={receiptPath}>{content}</a> }} />
        </p>
      )}
      <p className={classes.sentence}>{text('registration.takenOn')}</p>
    </section>
  )
}
