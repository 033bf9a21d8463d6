import { createECDH, randomBytes } from 'node:crypto'
import type { State } from '../state.ts'

/** A browser's own, as it would give it to the site. The private half stays here. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

export type SubscriptionKeys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer }

/** Makes the keys of a browser that does not exist, whose notices can be read here. */
export function createSubscription(state: State, origin: string): Subscription {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const id = randomBytes(16).toString('base64url')
  state.run('insert into subscriptions (id, private_key, auth) values (?, ?, ?)', id, pair.getPrivateKey(), auth)
  return {
    endpoint: `${origin}/push/${id}`,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
}

export function findSubscription(state: State, id: string): SubscriptionKeys | null {
  const row = state.one('select private_key, auth from subscriptions where id = ?', id)
  if (!row) return null
  const privateKey = Buffer.from(row.private_key as Uint8Array)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { privateKey, publicKey: pair.getPublicKey(), auth: Buffer.from(row.auth as Uint8Array) }
}

/** The browser's owner has switched the notices off, or is gone: from now on the service answers 410. */
export function endSubscription(state: State, id: string): void {
  state.run('delete from subscriptions where id = ?', id)
}
