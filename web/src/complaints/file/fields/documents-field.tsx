import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX } from '@petsetu/contract/complaints/complaint-facts.ts'
import { IconCamera, IconFilePlus, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pageText } from '../../../platform/languages/page-text.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { type DraftName, keepDraftFiles, readDraftFiles } from '../../../platform/lib/drafts/drafts.ts'
import { FileField } from '../../../platform/public-form/file-field.tsx'
import { FormButton } from '../../../platform/public-form/form-card.tsx'
import { isTypedHere } from '../../../platform/public-form/use-public-form.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { screenReaderOnly } from '../../../platform/ui/layout/screen-reader-only.tsx'
import classes from './documents-field.module.css'

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

export type ChosenDocument = { file: File; error: string | null }

/** The chosen documents, which are stored with the form's draft, and their errors. */
export function useDocuments(draft: DraftName) {
  const [chosen, setChosen] = useState<ChosenDocument[]>([])
  const [rejection, setRejection] = useState<string | null>(null)
  const [hasRoom, setRoom] = useState(true)
  // The current choice, because a check of previous files may still be running.
  const latest = useRef<File[] | null>(null)
  const fitting = useRef(Promise.resolve())
  const [isOverfull, setOverfull] = useState(false)

  async function choose(wanted: File[]): Promise<void> {
    const files = wanted.slice(0, ATTACHMENTS_MAX)
    latest.current = files
    setRejection(null)
    setOverfull(wanted.length > files.length)
    setChosen((before) => files.map((file) => before.find((known) => known.file === file) ?? { file, error: null }))
    fitting.current = fit(files)
    await fitting.current
  }

  /** Makes large photos smaller, keeps the files and checks them, unless others are chosen meanwhile. */
  async function fit(files: File[]): Promise<void> {
    const fitted: File[] = []
    // One after the other: a decoded photo takes 50 MB of memory.
    for (const file of files) fitted.push(await shrunk(file))
    if (latest.current !== files) return
    latest.current = fitted
    void keepDraftFiles(draft, fitted).then(setRoom)
    await check(fitted)
  }

  async function check(files: File[]): Promise<boolean> {
    const checked = await Promise.all(files.map(async (file) => ({ file, error: await errorOf(file) })))
    if ((latest.current ?? files) !== files) return false
    setChosen(checked)
    return checked.every(({ error }) => error === null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each draft, not with each render.
  useEffect(() => {
    void readDraftFiles(draft).then((files) => {
      if (files.length > 0 && latest.current === null) void choose(files)
    })
  }, [draft.owner, draft.form])

  return {
    chosen,
    /** Why the server did not accept them. */
    rejection,
    /** False if the browser could not store them, so that a reload would lose them. */
    hasRoom,
    /** True if more were chosen than a complaint can have. */
    isOverfull,
    choose,
    /** Checks them again, because files may have changed after they were chosen; true if they can be sent. */
    async areFit(): Promise<boolean> {
      await fitting.current
      return check(latest.current ?? [])
    },
    /** The documents to send. Unlike `chosen`, they do not wait for a render. */
    files: () => latest.current ?? [],
    reject: setRejection,
  }
}

/** The file, smaller if it is a photo that is too large. The code for it is loaded with the first file. */
async function shrunk(file: File): Promise<File> {
  try {
    const { shrinkDocument } = await import('../../../platform/lib/photos/shrink-document.ts')
    return await shrinkDocument(file)
  } catch (error) {
    console.warn('The photo stays as it is:', error)
    return file
  }
}

async function errorOf(file: File): Promise<string | null> {
  try {
    return await checkDocument(file)
  } catch (error) {
    console.error(`${file.name} could not be read:`, error)
    return pageText('complaintForm.documentUnreadable')
  }
}

const BEGINNINGS = [
  [0x25, 0x50, 0x44, 0x46, 0x2d], // PDF: %PDF-
  [0xff, 0xd8, 0xff], // JPEG
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], // PNG
]
const BEGINNING_BYTES_MAX = 8

/**
 * Describes the problem of a document; null if there is none. It checks the size and the first bytes and ignores the name.
 * Rejects if the file cannot be read, for example because it was moved after it was chosen.
 */
export async function checkDocument(file: Blob): Promise<string | null> {
  if (file.size > ATTACHMENT_BYTES_MAX) return pageText('problems.fileTooLarge')
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES_MAX).arrayBuffer())
  const isKnown = BEGINNINGS.some((beginning) => beginning.every((byte, index) => bytes[index] === byte))
  return isKnown ? null : pageText('problems.wrongFileType')
}
