import type { ComplaintFile } from '@petsetu/contract/complaint-files.ts'
import { useState } from 'react'
import { useText } from '../../../languages/use-text.tsx'
import classes from './case.module.css'
import { TakeOriginal } from './take-original.tsx'

/** The pictures of a complaint, links to its further documents, and what shows that an original is what came. */
export function CaseFiles({ complaintId, files }: { complaintId: number; files: ComplaintFile[] }) {
  const text = useText()
  const shown = files.map((file, index) => ({ ...file, number: index + 1 }))
  const pictures = shown.filter(({ type }) => type !== 'application/pdf')
  const documents = shown.filter(({ type, number }) => type === 'application/pdf' && number > 1)
  if (files.length === 0) return null
  return (
    <>
      {pictures.length + documents.length > 0 && (
        <ul className={classes.files} aria-label={text('caseWork.files')}>
          {pictures.map((file) => (
            <li key={file.id}>
              <a href={file.url} target="_blank" rel="noopener">
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
      )}
      <ul className={classes.hashes} aria-label={text('caseWork.hashes')}>
        {shown.map(({ id, number, sha256 }) => (
          <li key={id}>
            {text('caseWork.hash', { number })} <code>{sha256}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Keeps its first link: each answer has a new one, with which the picture would load again. */
function Picture({ url, name }: { url: string; name: string }) {
  const [src] = useState(url)
  return <img className={classes.picture} src={src} alt={name} />
}
