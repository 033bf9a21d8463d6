import type { ReactNode } from 'react'
import styles from './public-form.module.css'

type PayBoxProps = {
  terms: ReactNode
  /** The item to pay for; null while nothing is chosen. */
  item: string | null
  /** As it is shown; null while it is not known. */
  price: string | null
  /** On a phone it stays at the bottom of the window, so that the price and the button are in view while the form is filled in. */
  isSticky?: boolean
  /** The button that pays. */
  children: ReactNode
}

/** The end of a form that is paid for: the terms, what is paid and how much, and the button. */
export function PayBox({ terms, item, price, isSticky = false, children }: PayBoxProps) {
  return (
    <>
      <p className={styles.terms}>{terms}</p>
      <div className={styles.pay} data-sticky={isSticky && item !== null}>
        {item !== null && (
          <p className={styles.price}>
            <span>{item}</span> {price !== null && <strong>{price}</strong>}
          </p>
        )}
        {children}
      </div>
    </>
  )
}
