import type { ReactNode } from 'react'

export type Question = {
  title: string
  children: ReactNode
  confirmLabel: string
  /** Needed where 'Cancel' could be read as the action itself. */
  keepLabel?: string
  onConfirm: () => void
}

let asked: Question | null = null
let show: ((question: Question) => void) | null = null

export function confirmDangerousAction(question: Question): void {
  if (show) show(question)
  else asked = question
}

/** Gives the questions to the dialog, which is loaded after the page, and first the one that was asked before. */
export function onQuestion(listener: (question: Question) => void): void {
  show = listener
  if (asked) listener(asked)
  asked = null
}
