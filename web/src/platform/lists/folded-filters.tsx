import { Button, CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustments } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '../languages/use-text.tsx'
import dialogStyles from '../ui/feedback/dialog.module.css'
import classes from './folded-filters.module.css'

const NARROW = '(width < 700px)'

/** True on a phone, where a list begins on the first screen and all else is one tap away or below it. */
export function useIsPhone(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
}

type Props = {
  /** The number of filters that are set. */
  count: number
  /** Something in them needs to be seen. */
  hasErrors?: boolean
  /** Each filter applies as soon as it is chosen: a button leads back to the list. */
  isAtOnce?: true
  children: ReactNode
}

/** The filters of a list. On a phone a button opens them as a sheet. */
export function FoldedFilters(props: Props) {
  return useIsPhone() ? <Sheet {...props} /> : props.children
}

function Sheet({ count, hasErrors = false, isAtOnce, children }: Props) {
  const text = useText()
  const sheet = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (hasErrors && !sheet.current?.open) sheet.current?.showModal()
  }, [hasErrors])
  return (
    <>
      <Button
        className={classes.toggle ?? ''}
        variant="default"
        leftSection={<IconAdjustments size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => sheet.current?.showModal()}
      >
        {count > 0 ? text('lists.filtersSet', { count }) : text('lists.filters')}
      </Button>
      <dialog
        ref={sheet}
        className={`${dialogStyles.dialog} ${classes.sheet}`}
        closedby="any"
        aria-labelledby={titleId}
      >
        <div className={dialogStyles.head}>
          <h2 id={titleId}>{text('lists.filters')}</h2>
          <CloseButton aria-label={text('frame.close')} onClick={() => sheet.current?.close()} />
        </div>
        {children}
        {isAtOnce && (
          <Button fullWidth onClick={() => sheet.current?.close()}>
            {text('lists.showRows')}
          </Button>
        )}
      </dialog>
    </>
  )
}
