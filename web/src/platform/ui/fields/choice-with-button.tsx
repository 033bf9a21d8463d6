import { Button, Group, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type Props = {
  label: string
  description?: ReactNode
  /** The first entry, which chooses nothing. */
  placeholder?: string
  choices: { value: string; label: string }[]
  button: string
  disabled?: boolean
  onChoose: (value: string) => void
}

/** A select whose button does what was chosen. A select that acted at once would act at each arrow key. */
export function ChoiceWithButton({ label, description, placeholder = '–', choices, button, ...props }: Props) {
  const { disabled = false, onChoose } = props
  const [value, setValue] = useState('')
  return (
    <Group align="end" gap="xs">
      <NativeSelect
        flex="1 1 180px"
        label={label}
        description={description}
        disabled={disabled}
        value={value}
        data={[{ value: '', label: placeholder }, ...choices]}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={disabled || value === ''}
        onClick={() => {
          setValue('')
          onChoose(value)
        }}
      >
        {button}
      </Button>
    </Group>
  )
}
