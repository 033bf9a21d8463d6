import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { useEffect } from 'react'
import { useUser } from '../../auth/session.ts'
import { LeaveLater } from '../../checkout/leave-later.tsx'
import { payFlow } from '../../checkout/pay-flow.ts'
import type { PayState } from '../../checkout/pay-state.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import card from '../../ui/layout/card.module.css'
import classes from './registering.module.css'

const SHOWN_MS = 4_000

/** Shows the success, and after a moment leads to the person's home. What had been paid before stays, with a way to another one. */
export function ActivePanel({ message, receiptPath, isSettled }: NonNullable<PayState['done']>) {
  const text = useText()
  const user = useUser()
  useEffect(() => void scrollTo({ top: 0 }), [])

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
      {!user && (
        <p className={classes.sentence}>
          <RichText
            id="registration.cardHow"
            fill={{
              link: (content) => <a href={paths.register.to({}, { next: paths.memberCard.to({}) })}>{content}</a>,
            }}
          />
        </p>
      )}
      {isSettled ? (
        <Button className={classes.submit ?? ''} variant="default" onClick={() => payFlow('membership').another()}>
          {text('registration.another')}
        </Button>
      ) : (
        <p className={classes.sentence}>
          <LeaveLater to={paths.dashboard.to({})} afterMs={SHOWN_MS}>
            {text('registration.takenOn')}
          </LeaveLater>
        </p>
      )}
    </section>
  )
}
