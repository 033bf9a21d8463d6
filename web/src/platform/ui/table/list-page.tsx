import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { type Failure, Loaded, type Loading } from '../feedback/loaded.tsx'
import classes from './list-page.module.css'
import { Pager } from './pager.tsx'

type Props<Data> = {
  /** The result of `useQuery`, with the previous rows as placeholder data. */
  list: Loading<Data> & { isPlaceholderData: boolean }
  page: number
  lastPageOf: (data: Data) => number
  /** The address of a page, for redirecting when the requested page does not exist. */
  addressOf: (page: number) => string
  skeleton: ReactNode
  failure: Failure
  /** Shows the rows of a page, or what replaces them if there are none. */
  children: (data: Data, page: number) => ReactNode
}

/**
 * A page of a list in each of its states. While rows of another filter or page are still shown, they are marked as busy, and
 * the pager shows their page.
 */
export function ListPage<Data>(props: Props<Data>) {
  const text = useText()
  const { list, page, lastPageOf, addressOf, skeleton, failure, children } = props
  const { data, isPlaceholderData } = list
  const [shown, setShown] = useState(page)
  if (data !== undefined && !isPlaceholderData && shown !== page) setShown(page)

  return (
    <Loaded query={list} skeleton={skeleton} failure={failure}>
      {(rows) => {
        const last = lastPageOf(rows)
        if (page > last && !isPlaceholderData) return <Navigate to={addressOf(last)} replace />
        return (
          <>
            <div className={classes.rows} aria-busy={isPlaceholderData}>
              {children(rows, shown)}
            </div>
            <p className="visually-hidden" role="status">
              {isPlaceholderData && text('firstLoad.loading')}
            </p>
            <Pager page={page} shown={shown} last={last} />
          </>
        )
      }}
    </Loaded>
  )
}
