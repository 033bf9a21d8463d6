import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import classes from './page-title.module.css'

type Props = {
  children: string
  /** One quiet sentence under the heading. */
  hint?: ReactNode
  /** What stands beside the heading, such as the page's main button. */
  aside?: ReactNode
}

/** The page's only h1. It names the document too, and takes the focus when a link inside the app led here. */
export function PageTitle({ children, hint, aside }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isFirstPage = useRef(key === 'default')

  useEffect(() => {
    document.title = `${children} · PetSetu`
  }, [children])

  useEffect(() => {
    if (!isFirstPage.current) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={classes.row}>
      <div>
        <h1 ref={heading} tabIndex={-1} className={classes.heading}>
          {children}
        </h1>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      {aside}
    </div>
  )
}

/** Gives the keyboard a place to go on from when what had the focus is gone. */
export function focusPageTitle(): void {
  document.querySelector('h1')?.focus()
}
