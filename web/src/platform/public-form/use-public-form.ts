import { once } from '@petsetu/contract/platform/once.ts'
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { changesOf, restoredOver, type Texts } from '../lib/drafts/draft-changes.ts'
import type { Draft, DraftName } from '../lib/drafts/drafts.ts'
import { DRAFTS, inDatabase } from '../lib/drafts/forget-typed.ts'
import { draftKey, keepTabId, UNWRITTEN } from '../lib/own-tab.ts'
import { sessionStore } from '../lib/storage/storage.ts'

export type FieldErrors = Record<string, string>
type Name<Values> = keyof Values & string

/** Enough of a form for its fields; a form of the component library's has the same. */
export type FieldsOf<Values> = {
  values: Values
  errors: Partial<Record<string, unknown>>
  /** The value of a field, its error and its listeners. */
  getInputProps: (field: Name<Values>) => object
  setFieldValue: (field: Name<Values>, value: string) => void
  setValues: (changes: Partial<Values>) => void
}

/** A form with its checks. */
export type PublicForm<Values> = FieldsOf<Values> & {
  errors: FieldErrors
  getValues: () => Values
  setErrors: (errors: FieldErrors) => void
  /** Shows the error of this field, if it has one; false if it has. */
  isFieldFit: (field: Name<Values>) => Promise<boolean>
  onSubmit: (
    submit: (values: Values) => unknown,
    onErrors: (errors: FieldErrors) => void,
  ) => (event: FormEvent<HTMLFormElement>) => void
}

type Options<Values extends Texts> = {
  /** Changes once the page knows who is signed in: fields that nobody has touched follow. */
  initial: Values
  draft: DraftName
  /** The checks of the form, loaded when somebody first touches it. Without them nothing is rejected here: the server checks the same. */
  loadChecks: () => Promise<(values: Values) => FieldErrors>
  /** Fields that are too sensitive to stay on the device. */
  neverKept?: readonly Name<Values>[]
  /** The part of the page with the fields. */
  element: RefObject<HTMLElement | null>
}

/**
 * The fields of a form that the server has rendered, as texts. What was typed before the script had loaded stays; a draft is stored while
 * the fields differ from their initial values; a field is checked when it is left.
 */
export function usePublicForm<Values extends Texts>(options: Options<Values>) {
  const { initial, draft, neverKept = [], element } = options
  const [values, setShown] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isRestored, setRestored] = useState(false)
  // The values that were typed last, which may not be rendered yet.
  const latest = useRef(values)
  const base = useRef(initial)
  // The drafts, once this one was read: from then on each change is stored at once, also just before the page is left.
  const store = useRef<typeof import('../lib/drafts/drafts.ts') | null>(null)
  // Reads this draft, which loads the drafts. Set where nothing is kept at this browser: then the first change is early enough.
  const readLater = useRef<(() => void) | null>(null)
  const checks = useChecks(options.loadChecks)

  function keep() {
    const changes = changesOf(latest.current, base.current)
    for (const field of neverKept) delete changes[field]
    const kept = { values: changes, baseVersion: null }
    if (store.current) return void store.current.keepDraft(draft, kept)
    if (!readLater.current) return
    leave(draft, kept)
    if (Object.keys(changes).length > 0) readLater.current()
  }

  function setValues(changes: Partial<Values>) {
    latest.current = { ...latest.current, ...changes }
    setShown(latest.current)
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))))
    keep()
  }

  const setFieldValue = (field: Name<Values>, value: string) => setValues({ [field]: value } as Partial<Values>)

  async function isFieldFit(field: Name<Values>): Promise<boolean> {
    const checked = latest.current[field]
    const error = (await checks.of(latest.current))[field]
    if (latest.current[field] === checked) {
      setErrors(({ [field]: _, ...others }) => (error ? { ...others, [field]: error } : others))
    }
    return !error
  }

  function startFrom(start: Values) {
    base.current = start
    latest.current = start
    setShown(start)
    setErrors({})
    setRestored(false)
    keep()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over what the server has rendered.
  useLayoutEffect(() => {
    const typed = typedBefore(element.current, values)
    if (Object.keys(typed).length > 0) setValues(typed as Partial<Values>)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the values themselves change.
  useEffect(() => {
    const changes = changesOf(latest.current, base.current)
    base.current = initial
    latest.current = { ...initial, ...changes }
    setShown(latest.current)
  }, [JSON.stringify(initial)])

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each draft, not with each render.
  useEffect(() => {
    let isLeft = false
    async function restore() {
      const [first, from] = [latest.current, base.current]
      const loaded = await drafts()
      const kept = await loaded.readDraft(draft)
      if (isLeft) return
      store.current = loaded
      const before = base.current
      const restored = Object.entries(kept ? restoredOver(before, kept.values) : {})
      // Whoever types just what stood there before has touched the field, too.
      const untouched = restored.filter(
        ([field]) => first[field] === from[field] && latest.current[field] === before[field],
      )
      if (!untouched[0]) return keep()
      setRestored(true)
      setValues(Object.fromEntries(untouched) as Partial<Values>)
    }
    const read = once(() => restore().catch(console.warn))
    async function readIfKept() {
      // A browser that blocks the database has kept nothing.
      if (await isAnythingKept().catch(() => false)) return read()
      if (isLeft) return
      readLater.current = read
      keep()
    }
    readLater.current = null
    void readIfKept()
    return () => {
      isLeft = true
    }
  }, [draft.owner, draft.form])

  const form: PublicForm<Values> = {
    values,
    errors,
    getValues: () => latest.current,
    setErrors,
    setValues,
    setFieldValue,
    isFieldFit,
    getInputProps: (field) => ({
      value: values[field],
      error: errors[field],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setFieldValue(field, currentTarget.value),
      onFocus: checks.load,
      onBlur: () => void isFieldFit(field),
    }),
    onSubmit: (submit, onErrors) => async (event) => {
      event.preventDefault()
      const found = await checks.of(latest.current)
      setErrors(found)
      if (Object.keys(found).length > 0) onErrors(found)
      else await submit(latest.current)
    },
  }

  return {
    form,
    /** True while the fields show a restored draft. */
    isRestored,
    startFrom,
    clear: () => startFrom(base.current),
    forgetDraft: () =>
      drafts().then(
        ({ dropDraft }) => dropDraft(draft),
        () => sessionStore.remove(entryOf(draft)),
      ),
  }
}

// Loaded after the page, which is ready without them.
const drafts = () => import('../lib/drafts/drafts.ts')

/** False if no draft is kept at this browser: then a form is ready without the store of drafts. */
async function isAnythingKept(): Promise<boolean> {
  if (sessionStore.keys().some((key) => key.startsWith(UNWRITTEN))) return true
  return (await inDatabase(DRAFTS, (store) => store.count())) > 0
}

/** Keeps a draft where the drafts take it from once they are loaded, also after a reload: that needs no connection. */
function leave(name: DraftName, content: Draft): void {
  if (Object.keys(content.values).length === 0) sessionStore.remove(entryOf(name))
  else {
    keepTabId()
    sessionStore.set(entryOf(name), JSON.stringify({ keptAt: Date.now(), content }))
  }
}

function entryOf(name: DraftName): string {
  return UNWRITTEN + draftKey(name)
}

type Check<Values> = (values: Values) => FieldErrors

function useChecks<Values>(loadChecks: () => Promise<Check<Values>>) {
  const loading = useRef<Promise<Check<Values>> | null>(null)
  function load(): Promise<Check<Values>> {
    loading.current ??= loadChecks().catch((error: unknown): Check<Values> => {
      console.warn(error)
      loading.current = null
      return () => ({})
    })
    return loading.current
  }
  return { load: () => void load(), of: async (values: Values) => (await load())(values) }
}

/**
 * The texts of the fields that differ from what the server rendered: as somebody has typed them. After a reload, and after going back, the
 * browser itself fills in what was typed before, perhaps by somebody else: then only the draft counts, and the text is the rendered one.
 */
function typedBefore(element: HTMLElement | null, values: Texts): Texts {
  const typed: Texts = {}
  for (const field of element?.querySelectorAll<HTMLInputElement>(FIELDS) ?? []) {
    const value = values[field.name]
    // A box that nobody has ticked stands for any text but its own.
    const unticked = value === field.value ? '' : value
    const shown = field.type === 'checkbox' && !field.checked ? unticked : field.value
    if (value !== undefined && shown !== value) typed[field.name] = isTypedHere(field) ? (shown ?? '') : value
  }
  return typed
}

const FIELDS = '[data-path]:not([type=radio]), [type=radio]:checked'

/** False if the browser may have filled the field in by itself: after a reload, or after going back or forward. */
export function isTypedHere(field: HTMLInputElement): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // The first script of the page marks the fields in which somebody types.
  return opening?.type === 'navigate' || field === document.activeElement || field.dataset.typed !== undefined
}
