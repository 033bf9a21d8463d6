import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useText } from '../languages/use-text.tsx'

type Props = Omit<ComponentProps<typeof TextInput>, 'label' | 'description'>

/** The code of a second factor, before something that a stolen session must not do. */
export function CodeField(props: Props) {
  const text = useText()
  return (
    <TextInput
      label={text('secondFactor.codeOrRecoveryCode')}
      description={text('personalData.codeHint')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      mb={16}
      {...props}
    />
  )
}
