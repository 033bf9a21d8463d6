import { Button, CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './confirm.module.css'

type Question = {
  title: string
  /** What will happen, in full. */
  children: ReactNode
  confirmLabel: string
  /** For where 'Cancel' could be taken for doing it. */
  keepLabel?: string
  onConfirm: () => void
}

let ask: (question: Question) => void = () => {}

/** Asks before something that cannot be undone. */
export function confirmDestruction(question: Question): void {
  ask(question)
}

/** Where `confirmDestruction` asks: a dialog of the browser's own, which keeps the focus and gives it back. Once on a page. */
export function Confirmation() {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => {
    ask = setQuestion
  }, [])
  useEffect(() => {
    if (question) dialog.current?.showModal()
  }, [question])
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
        <CloseButton aria-label="Close" onClick={close} />
      </div>
      <div className={classes.text}>{question?.children}</div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={close}>
          {question?.keepLabel ?? 'Cancel'}
        </Button>
        <Button color="heart" onClick={confirm}>
          {question?.confirmLabel}
        </Button>
      </div>
    </dialog>
  )
}
