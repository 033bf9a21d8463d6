import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { CallError } from '../../../lib/requests/request.ts'

type Texts = Record<string, string>

type Conflict<Values> = { message: string; mine: Values; stored: Values }

type Options<Values extends Texts, Stored> = {
  form: UseFormReturnType<Values>
  /** The stored record as the form shows it. */
  valuesOf: (stored: Stored) => Values
  /** Rebases the form on the stored record, keeping this person's changes. */
  rebase: (stored: Values, version: number) => void
  /** A sentence that says who has saved the stored record. */
  whoChanged?: (stored: Stored) => string
}

/** Handles an update that is rejected because somebody else saved first. */
export function useConflict<Values extends Texts, Stored extends { version?: number | undefined }>({
  form,
  valuesOf,
  rebase,
  whoChanged = () => '',
}: Options<Values, Stored>) {
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)

  /** Saves; null if somebody else saved first, which the form then shows. */
  async function saveOrCompare<Saved>(values: Values, save: () => Promise<Saved>): Promise<Saved | null> {
    setConflict(null)
    try {
      return await save()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'changed_meanwhile' || !error.current) throw error
      const current = error.current as Stored
      const stored = valuesOf(current)
      rebase(stored, current.version ?? 1)
      const message = [error.message, whoChanged(current)].filter(Boolean).join(' ')
      setConflict({ message, mine: values, stored })
      scrollTo({ top: 0 })
      return null
    }
  }

  return {
    saveOrCompare,
    forgetConflict: () => setConflict(null),
    /** For ChangedMeanwhile; null where nobody else saved. */
    shown: conflict && {
      ...conflict,
      values: form.getValues(),
      onChoose: (field: string, text: string) => form.setValues({ [field]: text } as Partial<Values>),
    },
  }
}
