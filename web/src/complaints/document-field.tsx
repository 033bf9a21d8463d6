import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './document-field.module.css'
import type { ChosenDocument } from './use-document.ts'

const ACCEPTED = 'application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png'

type Props = { chosen: ChosenDocument; onChoose: (file: File | null) => void }

/** An optional file. Unlike what is typed it cannot be kept over a reload, and its hint says so. */
export function DocumentField({ chosen: { file, error }, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null)

  function remove() {
    if (input.current) input.current.value = ''
    onChoose(null)
    input.current?.focus()
  }

  return (
    <div className={classes.document}>
      <TextInput
        ref={input}
        type="file"
        label="Supporting Document"
        description="Optional: PDF, JPG or PNG, maximum 5MB. Choose it again if you reload this page."
        accept={ACCEPTED}
        data-path="file"
        classNames={{ input: classes.input ?? '' }}
        error={error}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
      {file && (
        <Button
          className={classes.remove ?? ''}
          variant="subtle"
          px={8}
          leftSection={<IconX size={18} aria-hidden />}
          onClick={remove}
        >
          Remove<span className="visually-hidden">&nbsp;{file.name}</span>
        </Button>
      )}
    </div>
  )
}
