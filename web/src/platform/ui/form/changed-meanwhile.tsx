import { Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { CallError } from '../../lib/requests/request.ts'
import { Notice } from '../feedback/notice.tsx'

type Texts = Record<string, string>

type Props = {
  message: string
  labels: Texts
  mine: Texts
  stored: Texts
  values: Texts
  onChoose: (field: string, text: string) => void
  /** Formats a value; by default as it is. */
  describe?: (field: string, value: string) => string
}

// As somebody typed it.
const QUOTED = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

/** Shown if somebody else saved first: both versions of each field that differs, and which one is going to be saved. */
export function ChangedMeanwhile({
  message,
  labels,
  mine,
  stored,
  values,
  onChoose,
  describe = (_, value) => value,
}: Props) {
  const text = useText()
  const fields = Object.keys(labels).filter((field) => mine[field] !== stored[field])
  return (
    <Notice kind="failed" takesFocus>
      <p>
        {message} {text('forms.notSavedYet')}
      </p>
      {fields.map((field) => {
        const [own = '', other = ''] = [mine[field], stored[field]]
        return (
          <Radio.Group
            key={field}
            mt="sm"
            label={labels[field]}
            value={values[field] === other ? 'stored' : 'mine'}
            onChange={(choice) => onChoose(field, choice === 'stored' ? other : own)}
          >
            <Radio
              mt="xs"
              style={QUOTED}
              value="mine"
              label={own ? text('forms.yours', { value: describe(field, own) }) : text('forms.yoursEmpty')}
            />
            <Radio
              mt="xs"
              style={QUOTED}
              value="stored"
              label={other ? text('forms.stored', { value: describe(field, other) }) : text('forms.storedEmpty')}
            />
          </Radio.Group>
        )
      })}
    </Notice>
  )
}

type Conflict<Values> = { message: string; mine: Values; stored: Values }

type Options<Values extends Texts, Stored> = {
  form: UseFormReturnType<Values>
  /** The version that the changes were made to; null for something new. */
  baseVersion: () => number | string | null
  /** The stored record as the form shows it. */
  valuesOf: (stored: Stored) => Values
  /** Rebases the form on the stored record, keeping this person's changes. */
  rebase: (stored: Values, version: number) => void
  /** A sentence that says who has saved the stored record. */
  whoChanged?: (stored: Stored) => string
}

/** Handles an update that is rejected because somebody else saved first. It takes what `useDraftedForm` gives. */
export function useConflict<Values extends Texts, Stored extends { version?: number | undefined }>({
  form,
  baseVersion,
  valuesOf,
  rebase,
  whoChanged = () => '',
}: Options<Values, Stored>) {
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)

  /** Saves the change of that version; null if somebody else saved first, which the form then shows. */
  async function saveOrCompare<Saved>(
    values: Values,
    save: (version: number | undefined) => Promise<Saved>,
  ): Promise<Saved | null> {
    setConflict(null)
    try {
      return await save(Number(baseVersion()) || undefined)
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
