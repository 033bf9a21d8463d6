import { Button, CloseButton } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { onQuestion, type Question } from './ask-confirmation.ts'
import classes from './confirm.module.css'

/** The dialog of `confirmDangerousAction`. A native dialog traps the focus and restores it. Render it once per page. */
export function Confirmation() {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => onQuestion(setQuestion), [])
  useEffect(() => {
    if (question) dialog.current?.showModal()
  }, [question])
  // The Back button opens another page, to which the question does not belong. A search that was typed just before replaces the
  // address of this page and leaves the question open.
  const { key } = useLocation()
  const navigation = useNavigationType()
  useEffect(() => {
    if (key && navigation !== 'REPLACE') dialog.current?.close()
  }, [key, navigation])
  const close = () => dialog.current?.close()

  function confirm() {
    close()
    question?.onConfirm()
  }

  return (
    <dialog
      className={classes.dialog}
      ref={dialog}
      closedby="any"
      aria-labelledby={titleId}
      onClose={() => setQuestion(null)}
    >
      <div className={classes.head}>
        <h2 id={titleId}>{question?.title}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={close} />
      </div>
      <div className={classes.text}>{question?.children}</div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={close}>
          {question?.keepLabel ?? text('controls.cancel')}
        </Button>
        <Button color="heart" onClick={confirm}>
          {question?.confirmLabel}
        </Button>
      </div>
    </dialog>
  )
}
