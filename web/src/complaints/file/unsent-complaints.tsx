import { shownType } from '@petsetu/contract/complaints/complaint-facts.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { payFlow, usePayState } from '../../payments/checkout/pay-flow.ts'
import { PayTerms } from '../../payments/checkout/pay-terms.tsx'
import { formatLongTime } from '../../platform/languages/page-formats.ts'
import { pageText } from '../../platform/languages/page-text.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { keepDraft, keepDraftFiles, readDraft, readDraftFiles } from '../../platform/lib/drafts/drafts.ts'
import { messageOf } from '../../platform/lib/requests/request.ts'
import { inOneTab, isFinal } from '../../platform/lib/requests/send-later.ts'
import { FormButton, SideLink } from '../../platform/public-form/form-card.tsx'
import dialogStyles from '../../platform/ui/dialog/dialog.module.css'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { feeOf, payLabel } from './complaint-values.ts'
import classes from './filing.module.css'
import { COMPLAINT_DRAFT, keepFilingKey } from './kept-filing.ts'
import { submitComplaint } from './submit-complaint.ts'
import {
  isWaiting,
  listUnsent,
  listWaiting,
  onUnsentChange,
  removeUnsent,
  type Unsent,
  updateUnsent,
} from './unsent.ts'

/**
 * Lists complaints finished without a connection: each is sent from here, by itself, and then waits for its fee. `onOpen` is called when one was
 * opened in the form.
 */
export function UnsentComplaints({ owner, payee, onOpen }: Omit<Props, 'unsent' | 'isSending'>) {
  const text = useText()
  const { own, othersCount, isSending, send } = useUnsent(owner)
  const paidId = usePayState('complaint').done?.subject.id
  // It may also be paid in the panel above the form, or by a payment that is confirmed later.
  useEffect(() => {
    const paid = paidId !== undefined && own.find(({ sent }) => sent?.id === paidId)
    if (paid) void removeUnsent(paid)
  }, [own, paidId])
  const sent = own.filter((one) => one.sent)
  const unsent = own.filter((one) => !one.sent)
  const hasWaiting = othersCount > 0 || unsent.some(isWaiting)
  const item = (one: Unsent) => (
    <UnsentComplaint key={one.key} unsent={one} owner={owner} payee={payee} onOpen={onOpen} isSending={isSending} />
  )
  return (
    <>
      {sent.length > 0 && (
        <section className={`${card.card} ${classes.panel} ${classes.unsent}`} aria-labelledby="sent-heading">
          <h2 id="sent-heading" className={classes.heading}>
            {text('unsent.sentHeading')}
          </h2>
          <ul className={classes.unsentList}>{sent.map(item)}</ul>
        </section>
      )}
      {(unsent.length > 0 || othersCount > 0) && (
        <section className={`${card.card} ${classes.panel} ${classes.unsent}`} aria-labelledby="unsent-heading">
          <h2 id="unsent-heading" className={classes.heading}>
            {text('unsent.heading')}
          </h2>
          <p className={classes.sentence}>{text('unsent.kept')}</p>
          <ul className={classes.unsentList}>{unsent.map(item)}</ul>
          {othersCount > 0 && <p className={classes.sentence}>{text('unsent.ofOthers', pluralValues(othersCount))}</p>}
          <p className={classes.activity} role="status">
            {isSending && hasWaiting && text('unsent.sending')}
          </p>
          {hasWaiting && (
            <FormButton type="button" isSide isBusy={isSending} onClick={send}>
              {text('unsent.sendNow')}
            </FormButton>
          )}
        </section>
      )}
    </>
  )
}

type Props = { unsent: Unsent; owner: string; payee: string; isSending: boolean; onOpen: () => void }

function UnsentComplaint({ unsent, ...others }: Props) {
  const text = useText()
  const [isFormInUse, setFormInUse] = useState(false)
  const { keptAt, values, files, sent, rejection } = unsent
  return (
    <li className={classes.unsentOne}>
      <p className={classes.sentence}>
        <strong>{shownType(values.type_of_complaint, text)}</strong>, {values.location_of_incident}
        <br />
        {formatLongTime(new Date(keptAt).toISOString())}
        {files.length > 0 && `, ${text('unsent.files', pluralValues(files.length))}`}
      </p>
      {rejection !== null && (
        <p className={classes.sentence} role="alert">
          {rejection}
        </p>
      )}
      {sent ? (
        <PaySent unsent={unsent} owner={others.owner} payee={others.payee} onFormInUse={setFormInUse} />
      ) : (
        <OpenOrDelete unsent={unsent} onFormInUse={setFormInUse} {...others} />
      )}
      {isFormInUse && <Notice kind="info">{text('unsent.formInUse')}</Notice>}
    </li>
  )
}

type FormInUse = { onFormInUse: (isFormInUse: boolean) => void }

function PaySent({ unsent, owner, payee, onFormInUse }: Pick<Props, 'unsent' | 'owner' | 'payee'> & FormInUse) {
  const text = useText()
  const { activity } = usePayState('complaint')
  const { sent, values } = unsent
  if (!sent) return null
  const { id, reference } = sent

  async function pay() {
    if (!sent) return
    // While it is paid, the page shows what is in the form as the complaint; once it is paid, it clears the form.
    const isFormInUse = await hasDraft(owner)
    onFormInUse(isFormInUse)
    if (isFormInUse) return
    const outcome = await payFlow('complaint').pay(sent)
    // Until it is paid, it stays in the list.
    if (outcome?.kind === 'paid' || outcome?.kind === 'settled') await removeUnsent(unsent)
  }

  return (
    <>
      <p className={classes.sentence} role="status">
        {text('unsent.sent', { id })}
      </p>
      {reference && (
        <p className={classes.sentence}>
          <RichText
            id="complaintForm.reference"
            fill={{ reference, strong: (content) => <strong>{content}</strong> }}
          />
        </p>
      )}
      <PayTerms payee={payee} item={text('paidFor.complaint', { id })} amount={feeOf(values.amount)}>
        <FormButton type="button" isBusy={activity !== null} onClick={() => void pay()}>
          {payLabel(values.amount, text)}
        </FormButton>
      </PayTerms>
      <div className={classes.choice}>
        {/* With the link that needs no code, the next person at this device would read the complaint. */}
        {reference && <SideLink href={paths.trackComplaint.to({}, { reference })}>{text('paid.follow')}</SideLink>}
        <FormButton type="button" isSide onClick={() => void removeUnsent(unsent)}>
          {text('unsent.hide')}
        </FormButton>
      </div>
    </>
  )
}

function OpenOrDelete({ unsent, owner, isSending, onOpen, onFormInUse }: Props & FormInUse) {
  const text = useText()
  const [isAsked, setAsked] = useState(false)

  async function open() {
    const isOpen = await openUnsent(owner, unsent)
    onFormInUse(!isOpen)
    if (isOpen) onOpen()
  }

  return (
    <div className={classes.choice}>
      <FormButton type="button" isSide isBusy={isSending} onClick={() => void open()}>
        {text('unsent.open')}
      </FormButton>
      <FormButton type="button" isSide isBusy={isSending} onClick={() => setAsked(true)}>
        {text('unsent.delete')}
      </FormButton>
      {isAsked && <DeleteQuestion onDelete={() => void removeUnsent(unsent)} onClose={() => setAsked(false)} />}
    </div>
  )
}

/** A native dialog traps the focus and gives it back. */
function DeleteQuestion({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={dialogStyles.dialog} closedby="any" aria-labelledby={titleId} onClose={onClose}>
      <div className={dialogStyles.head}>
        <h2 id={titleId}>{text('unsent.deleteTitle')}</h2>
      </div>
      <p className={dialogStyles.text}>{text('unsent.deleteHow')}</p>
      <div className={dialogStyles.buttons}>
        <FormButton type="button" isSide onClick={close}>
          {text('unsent.cancel')}
        </FormButton>
        <FormButton
          type="button"
          data-tone="heart"
          onClick={() => {
            close()
            onDelete()
          }}
        >
          {text('unsent.delete')}
        </FormButton>
      </div>
    </dialog>
  )
}

/** Makes an unsent complaint the draft of this tab's form. False, and nothing is changed, if the form holds another one. */
async function openUnsent(owner: string, unsent: Unsent): Promise<boolean> {
  if (await hasDraft(owner)) return false
  const draft = { owner, form: COMPLAINT_DRAFT }
  await keepDraft(draft, { values: unsent.values, baseVersion: null })
  await keepDraftFiles(draft, unsent.files)
  keepFilingKey(unsent.key)
  await removeUnsent(unsent)
  return true
}

/** True if somebody has changed a field of this tab's form, or chosen a file. */
async function hasDraft(owner: string): Promise<boolean> {
  const draft = { owner, form: COMPLAINT_DRAFT }
  const typed = await readDraft(draft)
  return Object.keys(typed?.values ?? {}).length > 0 || (await readDraftFiles(draft)).length > 0
}

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * The unsent complaints of this device. While the page is visible they are sent, and tried again after growing pauses; also when the
 * browser says that it has a connection again.
 */
function useUnsent(owner: string) {
  const [listed, setListed] = useState<Awaited<ReturnType<typeof listUnsent>>>({ own: [], othersCount: 0 })
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    let isLeft = false
    const readAgain = () => void listUnsent(owner).then((found) => isLeft || setListed(found))
    readAgain()
    const stop = onUnsentChange(readAgain)
    return () => {
      isLeft = true
      stop()
    }
  }, [owner])

  const send = useCallback(async () => {
    setSending(true)
    const isDone = await sendUnsent().catch((error: unknown) => {
      console.warn('Unsent complaints cannot be sent:', error)
      return true
    })
    setSending(false)
    return isDone
  }, [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let pauseMs = FIRST_PAUSE_MS

    function sendAfter(waitMs: number) {
      clearTimeout(timer)
      timer = setTimeout(async () => {
        if (!navigator.onLine || document.hidden || (await send())) return
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
        sendAfter(pauseMs)
      }, waitMs)
    }
    function sendAgainSoon(waitMs: number) {
      pauseMs = FIRST_PAUSE_MS
      sendAfter(waitMs)
    }
    const sendNow = () => sendAgainSoon(0)

    sendNow()
    const stop = onUnsentChange(() => sendAgainSoon(FIRST_PAUSE_MS))
    addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', sendNow)
    return () => {
      clearTimeout(timer)
      stop()
      removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', sendNow)
    }
  }, [send])

  return { ...listed, isSending, send: () => void send() }
}

const LOCK = 'petsetu-unsent'

/**
 * Sends the waiting complaints of everybody at this device, one after the other, until one gets no answer. False if some have to be
 * tried again later.
 */
function sendUnsent(): Promise<boolean> {
  return inOneTab(LOCK, sendAll)
}

async function sendAll(): Promise<boolean> {
  // Read here, because another tab may have sent some while this one waited for the lock.
  for (const { key } of await listWaiting()) {
    // And again, because one may have been deleted in another tab, or opened in its form, while those before it were sent.
    const unsent = (await listWaiting()).find((one) => one.key === key)
    if (!unsent) continue
    const result = await sendOne(unsent)
    if (!result) return false
    await updateUnsent(unsent, result)
  }
  return true
}

/** Null if it has to be tried again later. */
async function sendOne(unsent: Unsent): Promise<Pick<Unsent, 'sent' | 'rejection' | 'files'> | null> {
  const { values, files, key, noticeVersion } = unsent
  try {
    const { subject } = await submitComplaint({ values, files, onProgress: () => {} }, { key, noticeVersion })
    return { sent: subject, rejection: null, files: [] }
  } catch (error) {
    if (!isFinal(error)) return null
    return { sent: null, rejection: messageOf(error, pageText('checkout.submitFailed')), files }
  }
}
