import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { browserFile } from './browser-files.ts'
import { answerControl } from './control.ts'
import { HttpError, unknownUrl } from './errors.ts'
import { type Reply, refused, send } from './http-reply.ts'
import { isLoopbackUrl } from './loopback.ts'
import { mailPage } from './mail/page.ts'
import { type MailCatcher, startMailCatcher } from './mail/smtp.ts'
import { type Alarm, createAlarm } from './payments/alarm.ts'
import { answerApi } from './payments/api.ts'
import { checkoutPage, payInCheckout } from './payments/checkout.ts'
import { change } from './payments/events.ts'
import type { Keys, Provider } from './payments/keys.ts'
import { findDuePayments, nextPaymentDue } from './payments/payment-store.ts'
import { failSilent } from './payments/payments.ts'
import { sendBack } from './payments/refunds.ts'
import { REPLY_MS_MAX, startWebhookSender } from './payments/webhook-sender.ts'
import { noticePage } from './push/page.ts'
import { takePush } from './push/push-service.ts'
import { openState } from './state.ts'

export type SandboxOptions = {
  /** 0 takes a free port. */
  port: number
  /** The mail catcher's; 0, the default, takes a free port. */
  smtpPort?: number
  folder: string
  keys: Keys
  /** On loopback; null for no webhooks. */
  webhookUrl: string | null
  /** The longest time that a webhook may take, in milliseconds; the provider's 5 s if left out. */
  webhookReplyMsMax?: number
  /** Called for every bug in the sandbox itself. */
  onError?: (error: unknown) => void
}

type Sandbox = { port: number; smtpPort: number; close: () => Promise<void> }

/** Starts the sandbox on 127.0.0.1. Throws for invalid settings. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const webhookUrl = loopbackUrl(options.webhookUrl)
  if (!options.keys.keyId.startsWith('rzp_test_')) throw new Error('The payment sandbox takes rzp_test_ keys only.')
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const state = openState(path.join(options.folder, 'provider.sqlite'))
  const onError = options.onError ?? (() => {})
  const catcher = await startMailCatcher({ state, port: options.smtpPort ?? 0, onError }).catch((error) => {
    state.close()
    throw error
  })
  const provider: Provider = { state, keys: options.keys, webhookUrl }
  const server = createServer((request, response) => {
    answer(provider, catcher, request)
      .catch((error) => {
        // A client that disconnected while sending is not an error.
        if (!(error instanceof HttpError || request.errored)) onError(error)
        return refused(error)
      })
      .then((reply) => send(response, reply))
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening').catch(async (error) => {
    await catcher.close()
    state.close()
    throw error
  })
  const clock = startPaymentClock(provider)
  const sender = startWebhookSender(provider, options.webhookReplyMsMax ?? REPLY_MS_MAX)

  return {
    port: (server.address() as AddressInfo).port,
    smtpPort: catcher.port,
    async close() {
      clock.stop()
      await sender.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await catcher.close()
      state.close()
    },
  }
}

async function answer(provider: Provider, catcher: MailCatcher, request: IncomingMessage): Promise<Reply> {
  // Against DNS rebinding: another site could resolve its own name to this machine.
  if (!isLoopbackUrl(`http://${request.headers.host ?? ''}`)) {
    throw new HttpError(403, { code: 'BAD_REQUEST_ERROR', description: 'The sandbox is for loopback only.' })
  }
  const target = request.url ?? '/'
  if (!URL.canParse(target, 'http://sandbox')) throw unknownUrl()
  const url = new URL(target, 'http://sandbox')
  const call = `${request.method} ${url.pathname}`
  const file = browserFile(request, url.pathname)
  if (file) return file
  const mail = mailPage(provider.state, request.method, url.pathname)
  if (mail) return mail
  const notice =
    noticePage(provider.state, request.method, url.pathname) ?? (await takePush(provider.state, request, url))
  if (notice) return notice
  if (call === 'GET /v1/checkout') return checkoutPage(provider, url.searchParams)
  if (call === 'POST /v1/checkout/payments') return payInCheckout(provider, request)
  if (url.pathname.startsWith('/control/')) {
    const reply = await answerControl(provider, request, url)
    await catcher.followFaults()
    return reply
  }
  if (url.pathname.startsWith('/v1/')) return answerApi(provider, request, url)
  throw unknownUrl()
}

/** Timed changes: a payment whose bank is silent fails, and an uncaptured one is returned. */
function startPaymentClock(provider: Provider): Alarm {
  const alarm = createAlarm(
    () => nextPaymentDue(provider.state),
    () => {
      for (const payment of findDuePayments(provider.state, Date.now())) {
        change(provider, (tell) =>
          payment.status === 'created' ? failSilent(provider, tell, payment) : sendBack(provider, tell, payment),
        )
      }
    },
  )
  alarm.set()
  provider.state.onCommit(alarm.set)
  return alarm
}

function loopbackUrl(text: string | null): URL | null {
  if (text === null) return null
  if (!isLoopbackUrl(text)) throw new Error('SANDBOX_WEBHOOK_URL must be an address on loopback.')
  return new URL(text)
}
