import { useState } from 'react'
import { checkDocument } from './check-document.ts'

const UNREADABLE = 'This file could not be read. Please choose it again.'

export type ChosenDocument = { file: File | null; error: string | null }

/** The supporting document as chosen, and what is wrong with it. */
export function useDocument() {
  const [chosen, setChosen] = useState<ChosenDocument>({ file: null, error: null })

  async function choose(file: File | null): Promise<void> {
    setChosen({ file, error: file && (await errorOf(file)) })
  }

  return {
    chosen,
    choose,
    /** Looks at it again, since a file may have changed after it was chosen; true where it can be sent. */
    async isFit(): Promise<boolean> {
      const error = chosen.file && (await errorOf(chosen.file))
      setChosen({ ...chosen, error })
      return error === null
    },
    refuse: (error: string) => setChosen({ ...chosen, error }),
  }
}

async function errorOf(file: File): Promise<string | null> {
  try {
    return await checkDocument(file)
  } catch (error) {
    console.error(`${file.name} could not be read:`, error)
    return UNREADABLE
  }
}
