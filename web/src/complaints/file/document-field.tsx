import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { RichText, useText } from '../../languages/use-text.tsx'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import classes from './document-field.module.css'

export const ACCEPTED = 'application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png'

type Props = { file: File | null; error: string | null; onChoose: (file: File | null) => void }

/** An optional file. The input also shows a file that was restored from a draft. */
export function DocumentField({ file, error, onChoose }: Props) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const element = input.current
    if (!element) return
    showFile(element, file)
    const showAgain = () => showFile(element, file)
    element.addEventListener('cancel', showAgain)
    return () => element.removeEventListener('cancel', showAgain)
  }, [file])

  function remove() {
    onChoose(null)
    input.current?.focus()
  }

  return (
    <div className={classes.document}>
      <TextInput
        ref={input}
        type="file"
        label={text('complaintForm.document')}
        description={text('complaintForm.documentHint')}
        accept={ACCEPTED}
        data-path="file"
        classNames={{ input: classes.input ?? '' }}
        error={error}
        // Emptied first, because the browser reports no change if the same file is chosen again.
        onClick={(event) => {
          event.currentTarget.value = ''
        }}
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
          <RichText id="complaintForm.removeDocument" fill={{ name: () => screenReaderOnly(file.name) }} />
        </Button>
      )}
    </div>
  )
}

function showFile(input: HTMLInputElement, file: File | null): void {
  if (input.files?.[0] === file) return
  const transfer = new DataTransfer()
  if (file) transfer.items.add(file)
  input.files = transfer.files
}
