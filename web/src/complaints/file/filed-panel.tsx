import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import type { PayState } from '../../checkout/pay-state.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import card from '../../ui/layout/card.module.css'
import { ComplaintId } from './complaint-id.tsx'
import classes from './filing.module.css'

const SHOWN_MS = 3_000

/** Shows the success, and leads to the home page after three seconds. It replaces the history entry, so that Back skips the form. */
export function FiledPanel({ subject, message, receiptPath }: NonNullable<PayState['done']>) {
  const text = useText()
  useEffect(() => {
    const timer = setTimeout(() => location.replace(paths.home.to({})), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-label={text('complaintForm.filed')}>
      <Notice kind="done" takesFocus>
        {message}
      </Notice>
      <ComplaintId id={subject.id} reference={subject.reference} />
      {receiptPath && (
        <p className={classes.sentence}>
          <RichText id="checkout.openReceipt" fill={{ link: (content) => <a href={receiptPath}>{content}</a> }} />
        </p>
      )}
      <p className={classes.sentence}>{text('complaintForm.keepNumber')}</p>
    </section>
  )
}
