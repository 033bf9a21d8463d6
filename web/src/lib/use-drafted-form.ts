import { useForm } from '@mantine/form'
import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './draft.ts'

type Texts = Record<string, string>

type Options<Values extends Texts> = {
  initial: Values
  /** Names the draft of what is typed and not saved yet; null where none is kept. */
  draftName: string | null
  /** The messages for the fields that are not right. */
  errorsOf: (values: Values) => Record<string, string>
}

/** A form of text fields that checks a field once it was touched, with a draft while it differs from what it began with. */
export function useDraftedForm<Values extends Texts>({ initial, draftName, errorsOf }: Options<Values>) {
  const [drafted] = useState(() => withDraft(initial, draftName === null ? null : readDraft<Values>(draftName)))
  const [isRestored, setRestored] = useState(!isSame(drafted, initial))
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: drafted,
    validate: errorsOf,
    validateInputOnBlur: true,
    onValuesChange: (values) => {
      if (draftName === null) return
      if (isSame(values, initial)) dropDraft(draftName)
      else keepDraft(draftName, values)
    },
  })

  return {
    form,
    /** True while what stands in the fields came back from a draft. */
    isRestored,
    forgetDraft() {
      if (draftName !== null) dropDraft(draftName)
    },
    clear() {
      setRestored(false)
      form.setInitialValues(initial)
      form.reset()
    },
  }
}

/** What a draft remembers, over what the form begins with; an older draft may lack fields or have some that are gone. */
function withDraft<Values extends Texts>(initial: Values, draft: Partial<Record<string, unknown>> | null): Values {
  const remembered = Object.keys(initial).flatMap((field) => {
    const text = draft?.[field]
    return typeof text === 'string' && text !== '' ? [[field, text]] : []
  })
  return { ...initial, ...Object.fromEntries(remembered) }
}

function isSame(one: Texts, other: Texts): boolean {
  return Object.keys(one).every((field) => one[field] === other[field])
}
