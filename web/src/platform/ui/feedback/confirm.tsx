import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import classes from './dialog.module.css'
import { Dialog, type DialogHandle } from './dialog.tsx'

export type Question = {
  title: string
  children: ReactNode
  confirmLabel: string
  /** Needed where 'Cancel' could be read as the action itself. */
  keepLabel?: string
  onConfirm: () => void
}

let show: (question: Question) => void = () => {}

/** Asks in the dialog of the page before it does something that cannot be undone. */
export function confirmDangerousAction(question: Question): void {
  show(question)
}

/** The dialog of `confirmDangerousAction`. Render it once per page. */
export function Confirmation() {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => {
    show = setQuestion
  }, [])
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
