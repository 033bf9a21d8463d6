import { Button } from '@mantine/core'
import { shownType } from '@petsetu/contract/complaint-labels.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { useState } from 'react'
import { payFlow, usePayState } from '../../checkout/pay-flow.ts'
import { formatLongTime } from '../../languages/page-text.ts'
import { useText } from '../../languages/use-text.tsx'
import { confirmDangerousAction } from '../../ui/feedback/ask-confirmation.ts'
import { Confirmation } from '../../ui/feedback/confirm.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import card from '../../ui/layout/card.module.css'
import classes from './filing.module.css'
import { hasDraft, openUnsent } from './open-unsent.ts'
import { payLabel } from './pay-label.ts'
import { isWaiting, removeUnsent, type Unsent } from './unsent.ts'
import { useUnsent } from './use-unsent.ts'

/**
 * Lists complaints finished without a connection: each is sent from here, by itself, and then waits for its fee. `onOpen` is called when one was
 * opened in the form.
 */
export function UnsentComplaints({ owner, onOpen }: Pick<Props, 'owner' | 'onOpen'>) {
  const text = useText()
  const { own, othersCount, isSending, send } = useUnsent(owner)
  const sent = own.filter((one) => one.sent)
  const unsent = own.filter((one) => !one.sent)
  const hasWaiting = othersCount > 0 || unsent.some(isWaiting)
  const item = (one: Unsent) => <UnsentComplaint key={one.key} unsent={one} {...{ owner, onOpen, isSending }} />
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
          {othersCount > 0 && <p className={classes.sentence}>{text('unsent.ofOthers', counted(othersCount))}</p>}
          <p className={classes.activity} role="status">
            {isSending && hasWaiting && text('unsent.sending')}
          </p>
          {hasWaiting && (
            <Button className={classes.submit ?? ''} variant="default" disabled={isSending} onClick={send}>
              {text('unsent.sendNow')}
            </Button>
          )}
          <Confirmation />
        </section>
      )}
    </>
  )
}

type Props = { unsent: Unsent; owner: string; isSending: boolean; onOpen: () => void }

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
        {files.length > 0 && `, ${text('unsent.files', counted(files.length))}`}
      </p>
      {rejection !== null && (
        <p className={classes.sentence} role="alert">
          {rejection}
        </p>
      )}
      {sent ? (
        <PaySent unsent={unsent} owner={others.owner} onFormInUse={setFormInUse} />
      ) : (
        <OpenOrDelete unsent={unsent} onFormInUse={setFormInUse} {...others} />
      )}
      {isFormInUse && <Notice kind="info">{text('unsent.formInUse')}</Notice>}
    </li>
  )
}

type FormInUse = { onFormInUse: (isFormInUse: boolean) => void }

function PaySent({ unsent, owner, onFormInUse }: Pick<Props, 'unsent' | 'owner'> & FormInUse) {
  const text = useText()
  const { activity } = usePayState('complaint')
  const { sent, values } = unsent
  if (!sent) return null

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
        {text('unsent.sent', { id: sent.id })}
      </p>
      <div className={classes.choice}>
        <Button disabled={activity !== null} onClick={() => void pay()}>
          {payLabel(values.amount, text)}
        </Button>
        <Button variant="default" onClick={() => void removeUnsent(unsent)}>
          {text('unsent.hide')}
        </Button>
      </div>
    </>
  )
}

function OpenOrDelete({ unsent, owner, isSending, onOpen, onFormInUse }: Props & FormInUse) {
  const text = useText()

  async function open() {
    const isOpen = await openUnsent(owner, unsent)
    onFormInUse(!isOpen)
    if (isOpen) onOpen()
  }

  function askToDelete() {
    confirmDangerousAction({
      title: text('unsent.deleteTitle'),
      children: text('unsent.deleteHow'),
      confirmLabel: text('controls.delete'),
      onConfirm: () => void removeUnsent(unsent),
    })
  }

  return (
    <div className={classes.choice}>
      <Button variant="default" disabled={isSending} onClick={() => void open()}>
        {text('unsent.open')}
      </Button>
      <Button variant="subtle" px={8} disabled={isSending} onClick={askToDelete}>
        {text('controls.delete')}
      </Button>
    </div>
  )
}
