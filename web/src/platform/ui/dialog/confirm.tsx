import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { onQuestion, type Question } from './ask-confirmation.ts'
import classes from './dialog.module.css'
import { Dialog, type DialogHandle } from './dialog.tsx'

/** The dialog of `confirmDangerousAction`. Render it once per page. */
export function Confirmation() {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => onQuestion(setQuestion), [])
  // A question belongs to the page that asked it. What was begun before may still change the page's search, when a list is filtered
  // or a form closes, and leaves the question open.
  const { key, pathname } = useLocation()
  const hasGoneBack = useNavigationType() === 'POP'
  useEffect(() => {
    if (pathname) dialog.current?.close()
  }, [pathname])
  useEffect(() => {
    if (key && hasGoneBack) dialog.current?.close()
  }, [key, hasGoneBack])
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
