import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { startProviderProxy } from './provider-proxy.ts'
import { selfSigned } from './self-signed.ts'

test('the certificate that nodes reject is valid except for its issuer', async () => {
  const certificate = selfSigned()
  const proxy = await startProviderProxy('http://127.0.0.1:9', certificate)
  onTestFinished(proxy.close)
  await expect(fetch(proxy.url)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
  const fault = proxy.injectFault('order_1', 'status 429')
  const request = https.get(`${proxy.url}/v1/orders/order_1`, { ca: certificate.cert })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, fault.hits()]).toEqual([429, 1])
})
