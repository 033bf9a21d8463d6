import { Button } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { ComplaintFile } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { refetch } from '../../../platform/lib/requests/call-query.ts'
import { saveReply } from '../../../platform/lib/requests/save-reply.ts'
import { useLeaving } from '../../../platform/lib/requests/use-leaving.ts'
import type { DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { ReasonDialog } from '../../../platform/ui/dialog/reason-dialog.tsx'
import { PlainList } from '../../../platform/ui/layout/card-parts.tsx'
import { screenReaderOnly } from '../../../platform/ui/layout/screen-reader-only.tsx'
import classes from '../case.module.css'

/** The pictures of a complaint, and links to its further documents. */
export function CaseFiles({ complaintId, files }: { complaintId: number; files: ComplaintFile[] }) {
  const text = useText()
  const shown = files.map((file, index) => ({ ...file, number: index + 1 }))
  const pictures = shown.filter(({ type }) => type !== 'application/pdf')
  const documents = shown.filter(({ type, number }) => type === 'application/pdf' && number > 1)
  if (pictures.length + documents.length === 0) return null
  return (
    <ul className={classes.files} aria-label={text('caseWork.files')}>
      {pictures.map((file) => (
        <li key={file.id}>
          <a href={file.url} target="_blank" rel="noopener">
            {file.number === 1 && (
              <span className="visually-hidden">
                <RichText id="complaintDetail.openPhoto" fill={{ hint: screenReaderOnly }} />{' '}
              </span>
            )}
            <Picture url={file.url} name={text('caseWork.picture', { number: file.number })} />
          </a>
          <TakeOriginal complaintId={complaintId} fileId={file.id} number={file.number} />
        </li>
      ))}
      {documents.map(({ id, url, number }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noopener">
            {text('caseWork.document', { number })}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Small print beside the files for the police: it shows that an original is what came. */
export function FileHashes({ files }: { files: ComplaintFile[] }) {
  const text = useText()
  if (files.length === 0) return null
  return (
    <PlainList gap={0} c="dimmed" fz="0.875rem" aria-label={text('caseWork.hashes')}>
      {files.map(({ id, sha256 }, index) => (
        <li key={id}>
          {text('caseWork.hash', { number: index + 1 })} <code className={classes.hash}>{sha256}</code>
        </li>
      ))}
    </PlainList>
  )
}

/** Keeps its first link: each answer has a new one, with which the picture would load again. */
function Picture({ url, name }: { url: string; name: string }) {
  const [src] = useState(url)
  return <img className={classes.picture} src={src} alt={name} />
}

/** A picture of a complaint, by its place among the files. */
type Wanted = { complaintId: number; fileId: number; number: number }

/** A button that asks for a reason, and saves the picture as it came, with its place and time. */
function TakeOriginal(wanted: Wanted) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" className={classes.original ?? ''} onClick={() => setIsOpen(true)}>
        <RichText id="caseWork.takeOriginal" fill={{ number: wanted.number, hint: screenReaderOnly }} />
      </Button>
      {isOpen && <OriginalDialog {...wanted} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function OriginalDialog({ complaintId, fileId, number, onClose }: Wanted & { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()
  const leaving = useLeaving()

  async function take(body: { reason: string }) {
    const params = { id: String(complaintId), fileId: String(fileId) }
    await saveReply(caseCalls.takeOriginal, { params, body }, leaving())
    dialog.current?.close()
    await refetch(queries, caseCalls.listEvents)
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`original-${complaintId}-${fileId}`)}
      title={text('caseWork.originalQuestion', { number })}
      explanation={text('caseWork.originalExplanation')}
      label={text('caseWork.originalReason')}
      submitLabel={text('caseWork.saveOriginal')}
      failureText={text('caseWork.originalFailed')}
      onSubmit={take}
      onClose={onClose}
    />
  )
}
