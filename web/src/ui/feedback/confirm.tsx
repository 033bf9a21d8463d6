import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { onQuestion, type Question } from './ask-confirmation.ts'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'

/** The dialog of `confirmDangerousAction`. A native dialog traps the focus and restores it. Render it once per page. */
export function Confirmation() {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => onQuestion(setQuestion), [])
  // The Back button opens another page, to which the question does not belong. A search that was typed just before replaces the
  // address of this page and leaves the question open.
  const { key } = useLocation()
  const navigation = useNavigationType()
  useEffect(() => {
    if (key && navigation !== 'REPLACE') dialog.current?.close()
  }, [key, navigation])
  const close = () => dialog.current?.close()

  function confirm({ onConfirm }: Question) {
    close()
    onConfirm()
  }

  if (!question) return null
  return (
    <Dialog ref={dialog} title={question.title} closedby="any" onClose={() => setQuestion(null)}>
      <div className={classes.text}>{question.children}</div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={close}>
          {question.keepLabel ?? text('controls.cancel')}
        </Button>
        <Button color="heart" onClick={() => confirm(question)}>
          {question.confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
