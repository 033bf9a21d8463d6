import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { payFlow } from '../../checkout/pay-flow.ts'
import type { PayState } from '../../checkout/pay-state.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import card from '../../ui/layout/card.module.css'
import { PAGE, PANEL, SENTENCE } from './donating-styles.ts'

/** The thanks, with the way to the receipt. */
export function DonatedPanel({ message, receiptPath, isSettled }: NonNullable<PayState['done']>) {
  const text = useText()
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])
  return (
    <section className={card.card} style={{ ...PAGE, ...PANEL }} aria-label={text('donating.thanks')}>
      <Notice kind="done" isAlert takesFocus>
        {message}
      </Notice>
      {receiptPath && (
        <p style={SENTENCE}>
          <RichText id="checkout.openReceipt" fill={{ link: (content) => <a href={receiptPath}>{content}</a> }} />
        </p>
      )}
      {!isSettled && <p style={SENTENCE}>{text('donating.receiptMailed')}</p>}
      <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => payFlow('donation').another()}>
        {text('donating.again')}
      </Button>
    </section>
  )
}
