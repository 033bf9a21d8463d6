import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testSandbox } from '../test-sandbox.ts'
import type { Notice } from './notice-store.ts'
import { decrypt } from './push-service.ts'
import type { Subscription } from './subscriptions.ts'

// The example of RFC 8291, appendix A.
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  text: 'When I grow up, I want to be a watermelon',
}

// PSH-2
test('a message is decrypted as the standard’s own example says', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(EXAMPLE.privateKey, 'base64url'))
  const keys = {
    privateKey: pair.getPrivateKey(),
    publicKey: pair.getPublicKey(),
    auth: Buffer.from(EXAMPLE.auth, 'base64url'),
  }
  expect(decrypt(Buffer.from(EXAMPLE.body, 'base64url'), keys)).toBe(EXAMPLE.text)
})

// PSH-2
test('a subscription that was ended, or never made, is gone', async () => {
  const { post, call, origin } = await testSandbox()
  const { endpoint } = (await post<Subscription>('/control/subscriptions')).body
  const send = async (address: string) => (await fetch(address, { method: 'POST', body: randomBytes(100) })).status
  expect(await send(endpoint)).toBe(401)
  await call('DELETE', `/control/subscriptions/${endpoint.split('/').at(-1)}`)
  expect(await send(endpoint)).toBe(410)
  expect(await send(`${origin}/push/unknown`)).toBe(410)
  expect((await call<Notice[]>('GET', '/control/notices')).body).toEqual([])
})

// PSH-2
test('/notices says that nothing has come, and leads to the mails', async () => {
  const { origin } = await testSandbox()
  const response = await fetch(`${origin}/notices`)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toContain('No notice has arrived yet.')
  expect(text).toContain('href="/mail"')
  expect(await (await fetch(`${origin}/mail`)).text()).toContain('href="/notices"')
})
