import { mkdir } from 'node:fs/promises'
import { fetchOnce } from '../../../../server/test/fetch-once.ts'
import type { CheckoutAnswer, PaymentOutcome } from '../../../../server/test/sandbox.ts'
import { askSandbox, KEYS, SANDBOX } from '../sandbox.ts'
import { startProgram } from './program.ts'

export type ProviderProgram = {
  url: string
  /** The address of its mail catcher. */
  smtpUrl: string
  /** Pays an order as checkout does; `even_if_paid` forces a second payment, which the provider never allows. */
  pay: (orderId: string, outcome: PaymentOutcome, oddities?: { even_if_paid?: boolean }) => Promise<CheckoutAnswer>
  /** The bank authorises a failed or silent payment after all. */
  authorizeLate: (paymentId: string) => Promise<void>
  /** A control call of the sandbox; see its README. */
  control: <T>(method: string, target: string, body?: object) => Promise<T>
  end: () => Promise<void>
}

export async function startProvider(folder: string, webhookUrl: string): Promise<ProviderProgram> {
  await mkdir(folder, { recursive: true })
  const program = await startProgram(SANDBOX, {
    cwd: folder,
    env: { ...KEYS, SANDBOX_PORT: '0', SANDBOX_FOLDER: folder, SANDBOX_WEBHOOK_URL: webhookUrl },
  })
  const { port, smtpPort } = program.ready as { port: number; smtpPort: number }
  const url = `http://127.0.0.1:${port}`
  const control = <T>(method: string, target: string, body?: object) =>
    askSandbox<T>(url, method, `/control${target}`, body, fetchOnce)

  return {
    url,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    control,
    async pay(orderId, outcome, oddities = {}) {
      const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = await control<CheckoutAnswer>(
        'POST',
        '/payments',
        { order_id: orderId, outcome, ...oddities },
      )
      return { razorpay_payment_id, razorpay_order_id, razorpay_signature }
    },
    authorizeLate: (paymentId) => control('POST', `/payments/${paymentId}/late-authorise`),
    async end() {
      program.send('SIGTERM')
      await program.ended
    },
  }
}
