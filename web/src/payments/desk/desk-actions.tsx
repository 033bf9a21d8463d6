import { Button, Group } from '@mantine/core'
import { type DeskPayment, deskCalls } from '@petsetu/contract/payments/desk.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useUser } from '../../people/auth/session.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { CALLS_WITH_DESK_MONEY } from './calls-with-desk-money.ts'
import classes from './desk.module.css'

/** Offers the actions of an admin on money of the desk. */
export function DeskActions({ payment, onVoid }: { payment: DeskPayment; onVoid: (payment: DeskPayment) => void }) {
  const text = useText()
  const clear = useDecision(deskCalls.clear, {
    question: 'desk.clearQuestion',
    explanation: 'desk.clearExplanation',
    label: 'desk.clear',
    done: 'desk.clearDone',
  })
  const bounce = useDecision(deskCalls.bounce, {
    question: 'desk.bounceQuestion',
    explanation: 'desk.bounceExplanation',
    label: 'desk.bounce',
    done: 'desk.bounceDone',
  })
  const withdraw = useDecision(deskCalls.withdrawVoid, {
    question: 'desk.withdrawQuestion',
    explanation: 'desk.withdrawExplanation',
    label: 'desk.withdraw',
    done: 'desk.withdrawDone',
  })
  const isMine = useUser()?.username === payment.void_asked_by
  const { id, state, receipt_path, refund_receipt_path } = payment
  return (
    <Group component="span" className={classes.actions ?? ''} style={{ gap: '0 20px' }}>
      {state === 'pending' && (
        <>
          <Button variant="subtle" px={8} ml={-8} loading={clear.isSaving(id)} onClick={() => clear.start(payment)}>
            {text('desk.clear')}
          </Button>
          <Button
            variant="subtle"
            color="heart"
            px={8}
            ml={-8}
            loading={bounce.isSaving(id)}
            onClick={() => bounce.start(payment)}
          >
            {text('desk.bounce')}
          </Button>
        </>
      )}
      {(state === 'pending' || state === 'cleared') && (
        <Button variant="subtle" color="heart" px={8} ml={-8} onClick={() => onVoid(payment)}>
          {text(payment.void_asked_at === null ? 'desk.voidIt' : 'desk.agreeToVoid')}
        </Button>
      )}
      {state !== 'void' && payment.void_asked_at !== null && isMine && (
        <Button variant="subtle" px={8} ml={-8} loading={withdraw.isSaving(id)} onClick={() => withdraw.start(payment)}>
          {text('desk.withdraw')}
        </Button>
      )}
      {receipt_path && <a href={receipt_path}>{text('desk.receipt')}</a>}
      {refund_receipt_path && <a href={refund_receipt_path}>{text('receipts.refundReceipt')}</a>}
    </Group>
  )
}

type Words = { question: PlainId; explanation: PlainId; label: PlainId; done: PlainId }

type Decision = typeof deskCalls.clear | typeof deskCalls.bounce | typeof deskCalls.withdrawVoid

function useDecision(call: Decision, words: Words) {
  const text = useText()
  return useSave({
    call,
    send: ({ id }: DeskPayment) => request(call, { params: { id: String(id) } }),
    confirm: ({ amount, payer }) => ({
      title: text(words.question),
      children: `${payer}, ${formatRupees(amount)}. ${text(words.explanation)}`,
      confirmLabel: text(words.label),
    }),
    rowOf: ({ id }) => id,
    invalidates: CALLS_WITH_DESK_MONEY,
    success: () => text(words.done),
    failure: { fallback: text('desk.changeFailed') },
  })
}
