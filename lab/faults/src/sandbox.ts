import path from 'node:path'

/** The sandbox program, and the keys that it shares with the server. */
export const SANDBOX = path.join(import.meta.dirname, '../../../sandbox/src/main.ts')

export const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_test_Faults0000001',
  RAZORPAY_KEY_SECRET: 'faults_secret_0001',
  RAZORPAY_WEBHOOK_SECRET: 'faults_whsec_0001',
}

/** A call of the provider's API, or a control of the sandbox (see its README), sent with `get`. */
export async function askSandbox<T>(
  url: string,
  method: string,
  target: string,
  body?: object,
  get: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<T> {
  const authorization = `Basic ${btoa(`${KEYS.RAZORPAY_KEY_ID}:${KEYS.RAZORPAY_KEY_SECRET}`)}`
  const response = await get(url + target, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} ${text} to ${method} ${target}`)
  return JSON.parse(text) as T
}
