import type { IncomingMessage } from 'node:http'
import { HttpError, invalid, unknownId, unknownUrl } from './errors.ts'
import { changeFaults, readFaults } from './faults.ts'
import { amountField, type Fields, rejectOthers } from './fields.ts'
import { json, type Reply, readFields } from './http-reply.ts'
import { deleteMails, MAILS_KEPT_MAX, readMails } from './mail/mail-store.ts'
import { OPERATIONS } from './payments/api.ts'
import { checkoutReply, payerOf } from './payments/checkout.ts'
import { addDelivery, EVENTS } from './payments/events.ts'
import { authenticate, type Provider, webhookSignature } from './payments/keys.ts'
import { emptyLedger, readLedger } from './payments/ledger.ts'
import { lateAuthorize, type Outcome, pay } from './payments/payments.ts'
import { finishRefund } from './payments/refunds.ts'
import { deleteNotices, readNotices } from './push/notice-store.ts'
import { createSubscription, endSubscription } from './push/subscriptions.ts'
import { changeSettings, readSettings, resetSwitches } from './switches.ts'

const OUTCOMES: readonly unknown[] = ['success', 'captured', 'authorized', 'failed', 'silent'] satisfies Outcome[]

/** The control calls, which the real provider does not have: they let tests steer the sandbox. */
export async function answerControl(provider: Provider, request: IncomingMessage, url: URL): Promise<Reply> {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new HttpError(403, { code: 'BAD_REQUEST_ERROR', description: 'Another site may not steer the sandbox.' })
  }
  authenticate(request.headers.authorization, provider.keys)
  const fields = request.method === 'POST' ? await readFields(request) : {}
  const [noun, id = '', verb, ...rest] = url.pathname.split('/').slice(2)
  switch (rest.length === 0 && [request.method, noun, id && ':id', verb].filter(Boolean).join(' ')) {
    case 'GET ledger':
      return json(200, readLedger(provider.state, url.searchParams.get('order_id')))
    case 'DELETE ledger':
      provider.state.transaction(() => emptyLedger(provider.state))
      return json(200, readLedger(provider.state, null))
    case 'GET mails':
      return json(200, readMails(provider.state, url.searchParams.get('to'), limitField(url.searchParams.get('limit'))))
    case 'DELETE mails':
      deleteMails(provider.state)
      return json(200, [])
    case 'GET notices':
      return json(200, readNotices(provider.state, url.searchParams.get('endpoint')))
    case 'DELETE notices':
      deleteNotices(provider.state)
      return json(200, [])
    case 'POST subscriptions':
      return json(200, createSubscription(provider.state, `http://${request.headers.host}`))
    case 'DELETE subscriptions :id':
      endSubscription(provider.state, id)
      return json(200, {})
    case 'GET faults':
      return json(200, readSwitches(provider))
    case 'POST faults':
      return json(200, switchOn(provider, fields))
    case 'DELETE faults':
      provider.state.transaction(() => resetSwitches(provider.state))
      return json(200, readSwitches(provider))
    case 'POST payments':
      return json(200, payWithoutBrowser(provider, fields))
    case 'POST payments :id late-authorise':
      return json(200, lateAuthorize(provider, id))
    case 'POST refunds :id finish':
      return json(200, finishRefund(provider, id, fields.status))
    case 'POST webhooks :id':
      if (id === 'resend') return json(200, resend(provider, String(fields.event_id)))
  }
  throw unknownUrl()
}

function limitField(text: string | null): number {
  if (text === null) return MAILS_KEPT_MAX
  if (!/^\d{1,3}$/.test(text)) throw invalid(`The limit must be a whole number up to ${MAILS_KEPT_MAX}.`, 'limit')
  return Number(text)
}

function readSwitches({ state }: Provider) {
  return {
    api: readFaults(state, 'api'),
    webhooks: readFaults(state, 'webhooks'),
    mail: readFaults(state, 'mail'),
    push: readFaults(state, 'push'),
    settings: readSettings(state),
  }
}

function switchOn(provider: Provider, fields: Fields) {
  rejectOthers(fields, ['api', 'webhooks', 'mail', 'push', 'settings'])
  const { state } = provider
  state.transaction(() => {
    if (fields.api !== undefined) changeFaults(state, 'api', fields.api, Object.keys(OPERATIONS))
    if (fields.webhooks !== undefined) changeFaults(state, 'webhooks', fields.webhooks, EVENTS)
    if (fields.mail !== undefined) changeFaults(state, 'mail', fields.mail, null)
    if (fields.push !== undefined) changeFaults(state, 'push', fields.push, null)
    if (fields.settings !== undefined) changeSettings(state, fields.settings)
  })
  return readSwitches(provider)
}

function payWithoutBrowser(provider: Provider, fields: Fields) {
  rejectOthers(fields, ['order_id', 'outcome', 'amount', 'even_if_paid', 'international', 'email', 'contact'])
  if (!OUTCOMES.includes(fields.outcome)) throw invalid(`The outcome must be one of ${OUTCOMES.join(', ')}.`, 'outcome')
  const payment = pay(provider, String(fields.order_id), {
    outcome: fields.outcome as Outcome,
    payer: payerOf(fields),
    evenIfPaid: fields.even_if_paid === true,
    isInternational: fields.international === true,
    ...(fields.amount !== undefined && { amount: amountField(fields.amount) }),
  })
  return { payment, ...checkoutReply(provider, payment.order_id, payment.id) }
}

/** Resends with the same event id and the right signature, ignoring webhook faults. */
function resend(provider: Provider, eventId: string) {
  return provider.state.transaction(() => {
    const event = provider.state.one('select order_id, body from events where id = ?', eventId)
    if (!event) throw unknownId()
    const signature = webhookSignature(String(event.body), provider.keys.webhookSecret)
    addDelivery(provider, eventId, { lane: String(event.order_id), fault: null, signature, dueAt: Date.now() })
    return { event_id: eventId }
  })
}
