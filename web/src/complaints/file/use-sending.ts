import { useState } from 'react'
import { payFlow } from '../../checkout/pay-flow.ts'
import { CallError } from '../../lib/request.ts'
import type { ComplaintValues } from './complaint-values.ts'
import { filingKey } from './filing-key.ts'
import { submitComplaint } from './submit-complaint.ts'

type Written = { values: ComplaintValues; files: File[] }

/** `isFiled` if only the payment failed. */
type Failure = { error: CallError; isFiled: boolean }

/** Sends a complaint and goes on to its payment. */
export function useSending() {
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
