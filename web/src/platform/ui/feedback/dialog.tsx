import { CloseButton } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useId } from 'react'
import { useText } from '../../languages/use-text.tsx'
import classes from './dialog.module.css'

type Props = {
  ref: RefObject<HTMLDialogElement | null>
  title: string | undefined
  /** A click beside the dialog closes it, too. */
  closedby?: 'any'
  onClose: () => void
  children: ReactNode
}

/** Open as soon as it is rendered. A native dialog traps the focus, and `close()` puts it back before `onClose` runs. */
export function Dialog({ ref, title, closedby, onClose, children }: Props) {
  const text = useText()
  const titleId = useId()
  useEffect(() => ref.current?.showModal(), [ref])
  return (
    <dialog className={classes.dialog} ref={ref} closedby={closedby} aria-labelledby={titleId} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => ref.current?.close()} />
      </div>
      {children}
    </dialog>
  )
}
