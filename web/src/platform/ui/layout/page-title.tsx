import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { takeArrival } from '../../lib/address/arrival.ts'
import classes from './page-title.module.css'

type Props = {
  children: string
  /** The document's title, for pages whose headings are the same. */
  documentTitle?: string
  hint?: ReactNode
  /** Shown beside the heading, for example the page's main button. */
  aside?: ReactNode
  /** Less space below, above a long table. */
  isCompact?: boolean
}

/** The page's only h1. It also sets the document's title, and takes the focus after navigation inside the app and after a login. */
export function PageTitle({ children, documentTitle = children, hint, aside, isCompact }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const shownAt = useRef(key === 'default' ? pathname : null)

  useEffect(() => {
    document.title = `${documentTitle} · PetSetu`
  }, [documentTitle])

  useEffect(() => {
    if (shownAt.current !== pathname || takeArrival()) heading.current?.focus({ preventScroll: true })
    shownAt.current = pathname
  }, [pathname])

  return (
    <div className={classes.row} data-compact={isCompact}>
      <div>
        <h1 ref={heading} tabIndex={-1} className={classes.heading}>
          {children}
        </h1>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
    </div>
  )
}
