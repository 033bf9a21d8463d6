import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import classes from './folded-filters.module.css'

type Props = {
  /** The number of filters that are set. */
  count: number
  /** Something in them needs to be seen. */
  hasErrors?: boolean
  children: ReactNode
}

/** The filters of a list. On a phone a button opens them, so that the rows begin on the first screen or soon after. */
export function FoldedFilters({ count, hasErrors = false, children }: Props) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isShown = isOpen || hasErrors
  return (
    <>
      <Button
        className={classes.toggle ?? ''}
        variant="default"
        leftSection={<IconAdjustments size={18} aria-hidden />}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? text('lists.filtersSet', { count }) : text('lists.filters')}
      </Button>
      <div id={id} className={classes.filters} data-closed={!isShown}>
        {children}
      </div>
    </>
  )
}
