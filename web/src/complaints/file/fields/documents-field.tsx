import { ATTACHMENTS_MAX } from '@petsetu/contract/complaints/complaint-facts.ts'
import { IconCamera, IconFilePlus, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { FileField } from '../../../platform/public-form/file-field.tsx'
import { FormButton } from '../../../platform/public-form/form-card.tsx'
import { isTypedHere } from '../../../platform/public-form/use-public-form.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { screenReaderOnly } from '../../../platform/ui/layout/screen-reader-only.tsx'
import classes from '../document-field.module.css'
import type { useDocuments } from '../use-documents.ts'

/** The first file has a field of its own; further ones, and photos from the camera, are added below it. */
export function DocumentsField({ documents }: { documents: ReturnType<typeof useDocuments> }) {
  const text = useText()
  const { chosen, rejection, hasRoom, isOverfull, choose } = documents
  const files = chosen.map(({ file }) => file)
  const [first, ...further] = chosen
  const others = files.slice(1)
  const add = (added: File[]) => void choose([...files, ...added])
  return (
    <div className={classes.documents}>
      {files.length < ATTACHMENTS_MAX && <AddButton isCamera onAdd={add} />}
      <DocumentField
        file={first?.file ?? null}
        error={first?.error ?? rejection}
        onChoose={(file) => void choose(file ? [file, ...others] : others)}
      />
      {further.length > 0 && (
        <ul className={classes.further} aria-label={text('complaintForm.moreFiles')}>
          {further.map(({ file, error }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={index} className={classes.other}>
              <span className={classes.name}>{file.name}</span>
              <FormButton type="button" isSide onClick={() => void choose(files.filter((other) => other !== file))}>
                <IconX size={18} aria-hidden />
                <RichText id="complaintForm.removeDocument" fill={{ name: () => screenReaderOnly(file.name) }} />
              </FormButton>
              {error && (
                <p className={classes.error} role="alert">
                  {error}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && files.length < ATTACHMENTS_MAX && <AddButton onAdd={add} />}
      <p className={classes.hint}>{text('complaintForm.filesHint', { max: ATTACHMENTS_MAX })}</p>
      {isOverfull && <Notice kind="info">{text('complaintForm.filesLeftOut', { max: ATTACHMENTS_MAX })}</Notice>}
      {!hasRoom && <Notice kind="info">{text('complaintForm.noRoomForFiles')}</Notice>}
    </div>
  )
}

/** A button in front of a hidden file input, because browsers label theirs in their own language. */
function AddButton({ isCamera = false, onAdd }: { isCamera?: boolean; onAdd: (files: File[]) => void }) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const Icon = isCamera ? IconCamera : IconFilePlus
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        // An iPhone turns its own format into JPEG where that alone is accepted.
        accept={isCamera ? 'image/jpeg,image/png' : ACCEPTED}
        {...(isCamera ? { capture: 'environment' } : { multiple: true })}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <FormButton type="button" isSide data-camera={isCamera || undefined} onClick={() => input.current?.click()}>
        <Icon size={18} aria-hidden />
        {text(isCamera ? 'complaintForm.takePhoto' : 'complaintForm.addFiles')}
      </FormButton>
    </>
  )
}

const ACCEPTED = 'application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png'

type Props = { file: File | null; error: string | null; onChoose: (file: File | null) => void }

/** An optional file. The input also shows a file that was restored from a draft. */
function DocumentField({ file, error, onChoose }: Props) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over what the server has rendered.
  useLayoutEffect(() => {
    const element = input.current
    const chosen = element?.files?.[0]
    if (chosen && isTypedHere(element)) onChoose(chosen)
  }, [])

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
      <FileField
        ref={input}
        name="file"
        label={text('complaintForm.document')}
        hint={text('complaintForm.documentHint')}
        isOptional
        accept={ACCEPTED}
        chosen={file?.name ?? null}
        error={error}
        // Emptied first, because the browser reports no change if the same file is chosen again.
        onClick={(event) => {
          event.currentTarget.value = ''
        }}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
      {file && (
        <FormButton type="button" isSide onClick={remove}>
          <IconX size={18} aria-hidden />
          <RichText id="complaintForm.removeDocument" fill={{ name: () => screenReaderOnly(file.name) }} />
        </FormButton>
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
