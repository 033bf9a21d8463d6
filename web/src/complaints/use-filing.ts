import type { Site } from '@petsetu/contract/site.ts'
import { useState } from 'react'
import { useCheckout } from '../checkout/open-checkout.ts'
import { messageOfDelay } from '../checkout/unconfirmed.ts'
import { CallError } from '../lib/request.ts'
import { useBusy } from '../lib/use-busy.ts'
import { type NewComplaint, openFeeOrder, submitComplaint, verifyFee } from './complaint-steps.ts'
import { confirmFee, type Ending, fileComplaint, type Steps } from './file-complaint.ts'
import { type FilingMessage, messageOfEnding } from './filing-message.ts'
import { forgetFiling, keepSavedComplaint, readSavedComplaint, type SavedComplaint } from './saved-complaint.ts'

const PAID = 'Payment successful! Your complaint has been filed.'

export type Filed = { complaintId: number; message: string; receiptPath: string | null }

type Listeners = {
  /** The fee is paid: the form is done with. */
  onFiled: () => void
  /** The server refused what was sent; where it names fields, they are to be mended. */
  onRefused: (refusal: CallError) => void
}

/** Where the filing of a complaint stands, and what moves it on. What is saved here outlives a reload. */
export function useFiling(site: Site, { onFiled, onRefused }: Listeners) {
  const openCheckout = useCheckout(site)
  const [saved, setSaved] = useState(readSavedComplaint)
  const [filed, setFiled] = useState<Filed | null>(null)
  const [message, setMessage] = useState<FilingMessage | null>(null)
  const [activity, setActivity] = useState('')

  function save(complaint: SavedComplaint): SavedComplaint {
    keepSavedComplaint(complaint)
    setSaved(complaint)
    return complaint
  }

  function stepsFrom(submit: Steps['submit']): Steps {
    return {
      submit,
      initiate: (complaint) => {
        setActivity('Opening the payment…')
        return openFeeOrder(complaint)
      },
      checkout: openCheckout,
      verify: (complaint, reply) => {
        setActivity('Confirming your payment…')
        save({ ...complaint, reply })
        return verifyFee(complaint, reply, (delay) => setMessage(messageOfDelay(delay)))
      },
    }
  }

  const [run, isBusy] = useBusy(async (story: () => Promise<Ending>) => {
    setMessage(null)
    const ending = await story()
    setActivity('')
    if (ending.kind === 'paid' || ending.kind === 'closed') {
      forgetFiling()
      setSaved(null)
      const { complaintId } = ending
      setFiled(
        ending.kind === 'paid'
          ? { complaintId, message: PAID, receiptPath: ending.receiptPath }
          : { complaintId, message: ending.why, receiptPath: null },
      )
      onFiled()
      return
    }
    setMessage(messageOfEnding(ending))
    if (ending.kind !== 'failed') return
    if (ending.error instanceof CallError) onRefused(ending.error)
    else console.error(`Filing a complaint failed at ${ending.at}:`, ending.error)
  })

  return {
    saved,
    /** The good end; null until then. */
    filed,
    message,
    /** What is going on, in words; empty while nothing is. */
    activity,
    isBusy,
    file: (complaint: NewComplaint) =>
      run(() => {
        setActivity('Sending your complaint…')
        return fileComplaint(stepsFrom(async () => save(await submitComplaint(complaint))))
      }),
    pay: (complaint: SavedComplaint) => run(() => fileComplaint(stepsFrom(async () => save(complaint)))),
    confirm: (complaint: SavedComplaint, reply: NonNullable<SavedComplaint['reply']>) =>
      run(() =>
        confirmFee(
          stepsFrom(async () => complaint),
          complaint,
          reply,
        ),
      ),
    /** Leaves the saved complaint as it is, unpaid, and makes room for another. */
    startOver() {
      forgetFiling()
      setSaved(null)
      setMessage(null)
    },
  }
}
