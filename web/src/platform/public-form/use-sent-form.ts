import type { RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import { useRef, useState } from 'react'
import { addCheckTexts } from '../languages/page-text.ts'
import { restoredOver, type Texts } from '../lib/drafts/draft-changes.ts'
import type { DraftName } from '../lib/drafts/drafts.ts'
import type { Schema } from '../ui/form/schema-errors.ts'
import { usePlainSubmit } from '../ui/form/use-plain-submit.ts'
import { usePublicForm } from './use-public-form.ts'

type Options<Values extends Texts> = {
  initial: Values
  draft: DraftName
  /** Fields that are too sensitive to stay on the device. */
  neverKept?: readonly (keyof Values & string)[]
  loadSchema: () => Promise<Schema>
  /** The form that the server has shown again, because it was sent without a script. */
  rejected: RejectedForm | null
  failureText: string
  send: (values: Values) => Promise<unknown>
}

/** A rendered form that the script sends in place. It is checked when it is sent, and without a script by the server, with the same words. */
export function useSentForm<Values extends Texts>(options: Options<Values>) {
  const { initial, draft, neverKept = [], loadSchema, failureText, send } = options
  const element = useRef<HTMLFormElement>(null)
  const [rejected, setRejected] = useState(options.rejected)
  const { form, forgetDraft } = usePublicForm<Values>({
    // Also once it is sent again: what the server has shown is still in the fields.
    initial: { ...initial, ...restoredOver(initial, options.rejected?.typed ?? {}) },
    draft,
    neverKept,
    element,
    async loadChecks() {
      const [schema, { schemaErrors }] = await Promise.all([
        loadSchema(),
        import('../ui/form/schema-errors.ts'),
        addCheckTexts(),
      ])
      return schemaErrors(schema)
    },
  })
  const { formProps, isBusy, failure } = usePlainSubmit(form, failureText, send, element)
  return {
    values: form.values,
    setValue: form.setFieldValue,
    formProps: {
      ...formProps,
      onSubmit(event: Parameters<typeof formProps.onSubmit>[0]) {
        setRejected(null)
        formProps.onSubmit(event)
      },
    },
    /** Gives a field all that it needs. It is not checked when it is left, so that nothing moves under the finger that is about to press the button. */
    bind: (field: keyof Values & string) => ({
      ...form.getInputProps(field),
      onBlur: undefined,
      name: field as string,
      value: form.values[field] as string,
      error: form.errors[field] ?? rejected?.fields[field],
    }),
    rejected,
    isBusy,
    failure,
    hasFieldErrors: Object.keys(form.errors).length > 0,
    forgetDraft,
  }
}
