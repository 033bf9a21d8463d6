import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'

/** A password that can be shown while it is typed; the button for it is within the keyboard's reach. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      required
      visibilityToggleFocusable
      // Not 'password' again: somebody who looks for that field by its name should find one.
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
      // Mantine does this for every other field.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  )
}
