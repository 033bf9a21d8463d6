import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { useEffect, useRef, useState } from 'react'
import { payFlow, useCheckoutPage, usePayState } from '../../payments/checkout/pay-flow.ts'
import type { Subject } from '../../payments/checkout/run-payment.ts'
import { useOwner } from '../../people/auth/ended-session.ts'
import { pageText } from '../../platform/languages/page-text.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { TYPED_PREFIX } from '../../platform/lib/drafts/forget-typed.ts'
import { CallError, messageOf } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { sessionStore, VISITOR } from '../../platform/lib/storage/storage.ts'
import { FormButton, FormCard, FormNote, FormTitle } from '../../platform/public-form/form-card.tsx'
import form from '../../platform/public-form/public-form.module.css'
import { usePublicForm } from '../../platform/public-form/use-public-form.ts'
import { type ComplaintValues, EMPTY_COMPLAINT, feeErrorOf } from '../file/complaint-values.ts'
import { FEE_CALLS } from '../file/fee-calls.ts'
import styles from '../file/filing.module.css'
import { forgetFiled } from '../file/kept-filing.ts'
import { FiledPanel, SavedPanel } from '../file/pay-panels.tsx'

const PLACE = 'filed-complaint'

/** The fee of a complaint that was filed before: from a mail, from its own page, or from the list of one's complaints. */
export function PayComplaintPage({ site }: { site: Site }) {
  const text = useText()
  const state = usePayState(PLACE)
  const { problem, isMeant } = useUnpaidComplaint()
  // Another complaint may have been left unpaid in this tab.
  const saved = isMeant(state.saved) ? state.saved : null
  const done = isMeant(state.done?.subject) ? state.done : null
  useCheckoutPage(PLACE, site, FEE_CALLS)
  const doneId = done?.subject.id
  useEffect(() => {
    if (doneId) void clearForm(doneId)
  }, [doneId])
  const element = useRef<HTMLDivElement>(null)
  const { form } = usePublicForm<ComplaintValues>({
    initial: EMPTY_COMPLAINT,
    // The fee for one complaint must not come back for another.
    neverKept: ['amount'],
    draft: { owner: useOwner(), form: 'pay-complaint' },
    loadChecks: async () => errorsOf,
    element,
  })
  return (
    <div ref={element} className={styles.payPage}>
      {problem ? (
        <NothingToPay {...problem} />
      ) : (
        <FormTitle picture="/drawing-money.svg">{text('titles.payComplaint')}</FormTitle>
      )}
      {done ? (
        <FiledPanel {...done} daysMax={site.complaintDaysMax} onFileAnother={toForm} />
      ) : (
        (saved || !problem) && (
          <SavedPanel
            place={PLACE}
            form={form}
            complaint={saved}
            payee={site.legalName}
            onStartOver={async () => {
              await clearForm(saved?.id ?? 0)
              toForm()
            }}
          />
        )
      )}
    </div>
  )
}

type Problem = {
  why: string
  /** False where the link names no complaint of ours. */
  isFound: boolean
  /** Asks once more, where no answer has come. */
  onRetry?: (() => void) | false
}

/** Says why nothing can be paid here, and leads to the complaint. */
function NothingToPay({ why, isFound, onRetry }: Problem) {
  const text = useText()
  const owner = useOwner()
  return (
    <FormCard
      isNarrow
      picture={isFound ? '/drawing-papers.svg' : '/drawing-link.svg'}
      title={text(isFound ? 'titles.payComplaint' : 'complaintForm.linkBroken')}
      footer={
        <>
          {owner !== VISITOR && <a href={paths.myComplaints.to({})}>{text('titles.myComplaints')}</a>}{' '}
          <a href={paths.contact.to({})}>{text('frame.contactUs')}</a>
        </>
      }
    >
      <FormNote kind="waiting" takesFocus>
        <p>{why}</p>
      </FormNote>
      {!isFound && <p>{text('complaintForm.findIt')}</p>}
      {onRetry ? (
        <FormButton onClick={onRetry}>{text('checkout.checkAgain')}</FormButton>
      ) : (
        <a className={form.main} href={paths.trackComplaint.to({})}>
          {text('frame.track')}
        </a>
      )}
    </FormCard>
  )
}

/** Empties the form for complaints if it holds this one, because this tab has filed it and not paid. */
async function clearForm(id: number): Promise<void> {
  const flow = payFlow('complaint')
  if (flow.state().saved?.id !== id) return
  flow.startOver()
  await forgetFiled()
}

const toForm = () => location.assign(paths.complaint.to({}))

function errorsOf({ amount }: ComplaintValues): Record<string, string> {
  const wrong = feeErrorOf(amount)
  return wrong ? { amount: wrong } : {}
}

type PayBy = NonNullable<Subject['payBy']>

type Unpaid = {
  /** Null while there is one, or may be. */
  problem: Problem | null
  isMeant: (subject: Subject | null | undefined) => boolean
}

/** Offers to pay the complaint that the address names. Returns why there is none, and which one is meant. */
function useUnpaidComplaint(): Unpaid {
  // Undefined until the script has read the address, which the server does not get.
  const [payBy, setPayBy] = useState<PayBy | null>()
  const [problem, setProblem] = useState<Problem | null>(null)
  const { saved, done } = usePayState(PLACE)
  // A payment that was left before this tab kept its link knows which it was.
  const isNameless = payBy === null && !saved && !done

  useEffect(() => setPayBy(takePayBy()), [])

  useEffect(() => {
    if (!payBy) return
    setProblem(null)
    offer(payBy).catch((error: unknown) => {
      const status = error instanceof CallError ? error.status : 0
      setProblem({
        why: messageOf(error, pageText('checkout.initiateFailed')),
        isFound: status !== 404,
        onRetry: (!status || status > 409) && (() => setPayBy({ ...payBy })),
      })
    })
  }, [payBy])

  return {
    problem: isNameless ? { why: pageText('complaintForm.noneToPay'), isFound: false } : problem,
    isMeant: (subject) => payBy === null || JSON.stringify(payBy) === JSON.stringify(subject?.payBy),
  }
}

async function offer(payBy: PayBy): Promise<void> {
  const {
    complaint_id: id,
    reference,
    order_id,
    follow_path,
  } = await requestData(complaintCalls.readUnpaid, {
    body: payBy,
  })
  await payFlow(PLACE).offer({
    id,
    reference,
    payBy,
    // The token that pays it opens its page, too.
    followPath: 'token' in payBy ? paths.followComplaint.to(payBy) : follow_path,
    name: '',
    email: '',
    phone: '',
    amountPaise: 0,
    fileName: null,
    ...(order_id && { orderId: order_id }),
  })
}

const KEPT = `${TYPED_PREFIX}to-pay`

/**
 * The token or number behind the # of the address, which is taken out of it: the token opens the complaint, and the provider's script, which
 * this page loads, could read the address. It is kept for this tab, where it survives a reload and a switch of the language.
 */
function takePayBy(): PayBy | null {
  const named = location.hash.slice(1)
  if (named) {
    sessionStore.set(KEPT, named)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  const key = sessionStore.get(KEPT) ?? ''
  if (/^[\w-]{43}$/.test(key)) return { token: key }
  return /^\d{1,15}$/.test(key) ? { complaint_id: key } : null
}
