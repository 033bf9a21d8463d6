import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

type Question = {
  title: string
  /** What will happen, in full. */
  children: ReactNode
  confirmLabel: string
  /** For where 'Cancel' could be taken for doing it. */
  keepLabel?: string
  onConfirm: () => void
}

/** Asks before something that cannot be undone. */
export function confirmDestruction({ title, children, confirmLabel, keepLabel = 'Cancel', onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children,
    labels: { confirm: confirmLabel, cancel: keepLabel },
    confirmProps: { color: 'heart' },
    onConfirm,
  })
}
