import { useEffect, useRef, useState } from 'react'
import { pageText } from '../../languages/page-text.ts'
import { type DraftName, keepDraftFile, readDraftFile } from '../../lib/drafts.ts'
import { checkDocument } from './check-document.ts'

const FIELD = 'file'

export type ChosenDocument = { file: File | null; error: string | null }

/** The chosen document, which is stored with the form's draft, and its error. */
export function useDocument(draft: DraftName) {
  const [chosen, setChosen] = useState<ChosenDocument>({ file: null, error: null })
  // The current choice, because a check of the previous file may still be running.
  const latest = useRef<File | null | undefined>(undefined)

  async function choose(file: File | null): Promise<void> {
    latest.current = file
    setChosen({ file, error: null })
    void keepDraftFile(draft, FIELD, file)
    await check(file)
  }

  async function check(file: File | null): Promise<boolean> {
    const error = file && (await errorOf(file))
    if ((latest.current ?? null) !== file) return false
    setChosen({ file, error })
    return error === null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each draft, not with each render.
  useEffect(() => {
    void readDraftFile(draft, FIELD).then((file) => {
      if (file && latest.current === undefined) void choose(file)
    })
  }, [draft.owner, draft.form])

  return {
    chosen,
    choose,
    /** Checks it again, because a file may have changed after it was chosen; true if it can be sent. */
    isFit: () => check(latest.current ?? null),
    /** The document to send. Unlike `chosen`, it does not wait for a render. */
    file: () => latest.current ?? null,
    reject: (error: string) => setChosen({ file: latest.current ?? null, error }),
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
