import { type FormErrors, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { changesOf, restoredOver, type Texts } from './draft-changes.ts'
import { type Draft, type DraftName, dropDraft, keepDraft, readDraft } from './drafts.ts'

type Options<Values extends Texts> = {
  initial: Values
  draft: DraftName
  /** The version of the record that `initial` shows; null for something new. */
  version?: Draft['baseVersion']
  errorsOf: (values: Values) => FormErrors | Promise<FormErrors>
  /** False for a form that is checked when it is sent. */
  checksOnBlur?: boolean
  /** Fields that are too sensitive to stay on the device. */
  neverKept?: readonly (keyof Values & string)[]
  /** For a record without a version: if another device saves it meanwhile, the fields that were not changed here follow. */
  followsRecord?: boolean
}

/**
 * Holds the values of a form of text fields: stores a draft while they differ from the initial ones, and validates a field on blur. It sends
 * nothing; that is the part of `useSubmit`, which gets its `form`. The draft is read after the form is shown, so a field that was changed
 * meanwhile keeps what was typed.
 */
export function useDraftedForm<Values extends Texts>(options: Options<Values>) {
  const { initial, draft, version = null, errorsOf, checksOnBlur = true, neverKept = [] } = options
  const { followsRecord = false } = options
  // The changes are made to these values. `shown` is the version of the record that has them; a restored draft may be of an older one.
  const base = useRef({ values: initial, version, shown: version })
  const isRead = useRef(false)
  const [isRestored, setRestored] = useState(false)
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: initial,
    validate: errorsOf,
    validateInputOnBlur: checksOnBlur,
    onValuesChange: keep,
  })

  function keep(values: Values) {
    if (!isRead.current) return
    const changes = changesOf(values, base.current.values)
    for (const field of neverKept) delete changes[field]
    void keepDraft(draft, { values: changes, baseVersion: base.current.version })
  }

  useKeptDraft(draft, (kept) => {
    isRead.current = true
    const values = form.getValues()
    const before = base.current.values
    const changes = kept ? restoredOver(before, kept.values) : {}
    const untouched = Object.entries(changes).filter(([field]) => values[field] === before[field])
    if (untouched.length === 0) return keep(values)
    base.current = { ...base.current, version: kept?.baseVersion ?? null }
    setRestored(true)
    form.setValues(Object.fromEntries(untouched) as Partial<Values>)
  })

  const recorded = JSON.stringify(initial)
  const known = useRef(recorded)
  useEffect(() => {
    if (!followsRecord || known.current === recorded) return
    known.current = recorded
    rebase(initial, version)
  })

  function startFrom(values: Values, version = base.current.version) {
    base.current = { values, version, shown: version }
    setRestored(false)
    form.setInitialValues(values)
    form.reset()
  }

  function rebase(stored: Values, version: Draft['baseVersion']) {
    const values = { ...stored, ...changesOf(form.getValues(), base.current.values) }
    base.current = { values: stored, version, shown: version }
    form.setInitialValues(stored)
    form.setValues(values)
    keep(values)
  }

  return {
    form,
    /** True while the fields show a restored draft. */
    isRestored,
    /** The version of the record that the changes were made to; for a restored draft it may be outdated. */
    baseVersion: () => base.current.version,
    forgetDraft: () => dropDraft(draft),
    /** Resets the form to these values, for example to what was just saved. */
    startFrom,
    /** Applies the person's changes to a newer version of the record. */
    rebase,
    clear: () => startFrom(base.current.values, base.current.shown),
    /** Resets the form once these values have arrived at the server. What was typed after them stays. */
    clearSent(sent: Values) {
      const typed = changesOf(form.getValues(), sent)
      startFrom(base.current.values)
      const rest = Object.entries<string>(typed as Texts).map(([field, text]) => [
        field,
        textAfter(sent[field] ?? '', text),
      ])
      if (rest.length > 0) form.setValues(Object.fromEntries(rest))
    },
  }
}

/** Leaves out `sent` from a text that somebody has gone on writing. */
function textAfter(sent: string, text: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
}

/** Reads what is stored of a draft, once for each draft. */
function useKeptDraft(draft: DraftName, onRead: (kept: Draft | null) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: not with each render.
  useEffect(() => {
    let isLeft = false
    void readDraft(draft).then((kept) => {
      if (!isLeft) onRead(kept)
    })
    return () => {
      isLeft = true
    }
  }, [draft.owner, draft.form])
}
