import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { ReactNode } from 'react'

type Props = {
  label: string
  /** The words to read out. */
  hint: ReactNode
  error: ReactNode
  isAgreed: boolean
  onChange: (isAgreed: boolean) => void
}

/** Somebody for whom an admin fills in a form has heard the privacy notice. */
export function AgreedField({ label, hint, error, isAgreed, onChange }: Props) {
  return (
    <Checkbox
      label={label}
      description={hint}
      data-path="agreed"
      error={error}
      checked={isAgreed}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
