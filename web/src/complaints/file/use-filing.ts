import { type RefObject, useEffect, useRef, useState } from 'react'
import { payFlow, usePayState } from '../../payments/checkout/pay-flow.ts'
import { fileErrorOf } from '../../payments/checkout/pay-messages.ts'
import { personKey, useKnownUser, useOwner } from '../../people/auth/ended-session.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { onFormTouch } from '../../platform/lib/form-touch.ts'
import { CallError } from '../../platform/lib/requests/request.ts'
import { usePublicForm } from '../../platform/public-form/use-public-form.ts'
import { focusFirstError } from '../../platform/ui/form/focus-first-error.ts'
import { type ComplaintValues, EMPTY_COMPLAINT, valuesFor } from './complaint-values.ts'
import { useDocuments } from './fields/documents-field.tsx'
import { COMPLAINT_DRAFT, filingKey, forgetFiled, forgetFilingKey } from './kept-filing.ts'
import { submitComplaint } from './submit-complaint.ts'
import { keepUnsent, listWaiting, onUnsentChange } from './unsent.ts'

/**
 * The fields and documents of a complaint, and what can be done with them. `element` is the part of the page they stand in; `about_tag` that of
 * the animal whose page led here, or empty.
 */
export function useFiling(about_tag: string) {
  const text = useText()
  const element = useRef<HTMLDivElement>(null)
  const { form, draft, isRestored, clearTexts, keepPerson } = useComplaintForm(element)
  const documents = useDocuments(draft)
  const { send, ...sending } = useSending()
  const [isKept, setKept] = useState<boolean | null>(null)
  const [hasNoAnswer, setNoAnswer] = useState(false)
  const isKeptInstead = useRef(false)
  const { done, activity } = usePayState('complaint')
  const isDone = done !== null

  function clear() {
    clearTexts()
    void documents.choose([])
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (!done) return
    forgetFilingKey(done.owner)
    forgetPersons()
    clear()
    scrollTo({ top: 0 })
  }, [isDone])

  // The notice goes once everything that was kept is sent.
  useEffect(() => {
    if (!isKept) return
    return onUnsentChange(async () => {
      if ((await listWaiting()).length === 0) setKept(null)
    })
  }, [isKept])

  /** A complaint that had waited, and was opened in the form, names its animal already. */
  const aboutAnimal = (values: ComplaintValues) => ({ ...values, about_tag: values.about_tag || about_tag })

  function showErrors(error: CallError) {
    const documentError = fileErrorOf(error, text)
    if (documentError) documents.reject(documentError)
    form.setErrors(error.fields)
    focusFirstError(element.current, { ...error.fields, file: documentError })
  }

  function startOver() {
    forgetFilingKey()
    forgetPersons()
    payFlow('complaint').startOver()
    keepPerson()
    void documents.choose([])
  }

  async function submit(values: ComplaintValues) {
    if (!(await documents.areFit())) return void focusFirstError(element.current, { file: true })
    if (!navigator.onLine) return keepForLater(values)
    await file(values)
  }

  async function file(values: ComplaintValues, isCorrection = false) {
    setKept(null)
    setNoAnswer(false)
    isKeptInstead.current = false
    const failure = await send({ values: aboutAnimal(values), files: documents.files() }, isCorrection)
    if (isKeptInstead.current) return keepForLater(values)
    if (!failure) return
    const { error, isFiled } = failure
    setNoAnswer(error.status === 0 && !isFiled && !isCorrection)
    showErrors(error)
  }

  /** Keeps it on this device, from where `UnsentComplaints` sends it, and makes room for the next one. */
  async function keepForLater(values: ComplaintValues) {
    const isKept = await keepUnsent(draft.owner, {
      key: filingKey(),
      values: aboutAnimal(values),
      files: documents.files(),
    })
    setKept(isKept)
    if (!isKept) return
    setNoAnswer(false)
    startOver()
  }

  /** Keeps it instead of sending it, also while it is being sent. */
  async function keep() {
    if (activity === null) return keepForLater(form.getValues())
    isKeptInstead.current = true
    payFlow('complaint').cancel()
  }

  return { element, form, documents, isRestored, isKept, hasNoAnswer, ...sending, clear, startOver, submit, file, keep }
}

/** A session that ended while it was filed has left it with the account, where it would come back after the next login. */
const forgetPersons = () => void forgetFiled(personKey())

type Written = { values: ComplaintValues; files: File[] }

/** `isFiled` if only the payment failed. */
type Failure = { error: CallError; isFiled: boolean }

/** Sends a complaint and goes on to its payment. */
function useSending() {
  const [sentShare, setSentShare] = useState(0)
  const [isDifferent, setDifferent] = useState(false)

  /** Returns why it was not filed or not paid, if the server said so or could not be reached. */
  async function send(written: Written, isCorrection: boolean): Promise<Failure | null> {
    setSentShare(0)
    setDifferent(false)
    const complaint = { ...written, onProgress: setSentShare }
    const outcome = await payFlow('complaint').start((signal) =>
      submitComplaint(complaint, { key: filingKey(), signal, isCorrection }),
    )
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return null
    setDifferent(outcome.error.code === 'different_content')
    return { error: outcome.error, isFiled: outcome.step !== 'create' }
  }

  return {
    send,
    /** From 0 to 1. */
    sentShare,
    /** The server has another complaint under this key: an earlier form of this one, perhaps. */
    isDifferent,
  }
}

type PayPanels = typeof import('./pay-panels.tsx')

/**
 * The parts that stand in place of a form that was sent; null until they have come, and undefined if they did not come. They are loaded
 * once somebody touches the form, since the connection may be gone by the time that they are needed.
 */
export function usePayPanels(isNeeded: boolean): PayPanels | null | undefined {
  const [panels, setPanels] = useState<PayPanels | null | undefined>(null)
  useEffect(() => {
    const load = () =>
      void import('./pay-panels.tsx').then(
        (loaded) => setPanels(loaded),
        (error: unknown) => {
          console.warn('No panel:', error)
          setPanels((loaded) => loaded ?? undefined)
        },
      )
    if (isNeeded) load()
    const stop = onFormTouch(load)
    addEventListener('online', load)
    return () => {
      stop()
      removeEventListener('online', load)
    }
  }, [isNeeded])
  return panels
}

function useComplaintForm(element: RefObject<HTMLElement | null>) {
  const draft = { owner: useOwner(), form: COMPLAINT_DRAFT }
  const { form, isRestored, startFrom, forgetDraft } = usePublicForm<ComplaintValues>({
    initial: valuesFor(useKnownUser()),
    draft,
    loadChecks: async () => (await import('./complaint-checks.ts')).errorsOf,
    element,
  })

  function restart(values: ComplaintValues) {
    startFrom(values)
    void forgetDraft()
  }

  return {
    form,
    draft,
    isRestored,
    clearTexts: () => restart(EMPTY_COMPLAINT),
    /** Clears the fields about the incident, so that the same person can file another complaint. */
    keepPerson() {
      const { fullname, email, phone } = form.getValues()
      restart({ ...EMPTY_COMPLAINT, fullname, email, phone })
    },
  }
}
