import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { layWire } from './provider-wire.ts'
import { selfSigned } from './self-signed.ts'

test('V12.3.2 the certificate that nodes refuse lacks nothing but somebody who vouches for it', async () => {
  const certificate = selfSigned()
  const wire = await layWire('http://127.0.0.1:9', certificate)
  onTestFinished(wire.close)
  await expect(fetch(wire.url)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
  const strike = wire.strike('order_1', 'status 429')
  const request = https.get(`${wire.url}/v1/orders/order_1`, { ca: certificate.cert })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, strike.struck()]).toEqual([429, 1])
})
