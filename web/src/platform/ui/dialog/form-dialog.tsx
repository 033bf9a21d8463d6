import { Button } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../feedback/notice.tsx'
import type { useSubmit } from '../form/use-submit.ts'
import classes from './dialog.module.css'
import { Dialog, type DialogHandle } from './dialog.tsx'

type Props = Pick<ReturnType<typeof useSubmit>, 'formProps' | 'isBusy' | 'failure'> & {
  ref: RefObject<DialogHandle | null>
  title: string
  submitLabel: string
  isDangerous?: boolean
  /** Takes the place of the form. */
  answer?: ReactNode
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A dialog with a form, and a button that only closes it. */
export function FormDialog({ ref, title, formProps, isBusy, failure, answer, onClose, children, ...button }: Props) {
  const text = useText()
  return (
    <Dialog ref={ref} title={title} onClose={onClose}>
      {answer || (
        <form {...formProps}>
          {children}
          {failure && <Notice kind="failed">{failure}</Notice>}
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => ref.current?.close()}>
              {text('controls.cancel')}
            </Button>
            <Button type="submit" {...(button.isDangerous && { color: 'heart' })} loading={isBusy}>
              {button.submitLabel}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
