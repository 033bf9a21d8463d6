import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'
import { useText } from '../../../platform/languages/use-text.tsx'

/** A password field with a button that shows the password; the keyboard can reach the button. */
export function PasswordField(props: PasswordInputProps) {
  const text = useText()
  return (
    <PasswordInput
      required
      visibilityToggleFocusable
      // Without the word 'password', so that the field's label stays unique on the page.
      visibilityToggleButtonProps={{ 'aria-label': text('password.show') }}
      // Mantine does this for all other fields.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  )
}
