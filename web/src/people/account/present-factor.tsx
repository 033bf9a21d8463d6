import { Button, Group, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { PasswordField } from '../auth/password/password-field.tsx'

/** A field that takes the focus when its form opens. */
export function useFocus() {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return first
}

type FieldSource = { key: (field: string) => string; getInputProps: (field: string) => object }
type PresentFactorProps = { form: FieldSource; username: string; needsCode: boolean; takesFocus?: boolean }

/** The password, and a code of whoever has a second factor. */
export function PresentFactor({ form, username, needsCode, takesFocus = false }: PresentFactorProps) {
  const text = useText()
  const first = useFocus()
  return (
    <>
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        {...(takesFocus && { ref: first })}
        label={text('labels.password')}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {needsCode && (
        <TextInput
          label={text('secondFactor.codeOrRecoveryCode')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
      )}
    </>
  )
}

type FormEndProps = { label: ReactNode; isBusy: boolean; failure: string | null; onCancel: () => void }

/** Why a form failed, and its two buttons. */
export function FormEnd({ label, isBusy, failure, onCancel }: FormEndProps) {
  const text = useText()
  return (
    <>
      {failure && <Notice kind="failed">{failure}</Notice>}
      <Group grow gap="sm">
        <Button variant="default" onClick={onCancel}>
          {text('controls.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {label}
        </Button>
      </Group>
    </>
  )
}
