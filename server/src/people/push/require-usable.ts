import { createECDH } from 'node:crypto'
import type { PushSubscriptionKeys } from '@petsetu/contract/people/push.ts'
import type { Deps } from '../../deps.ts'
import { HttpError } from '../../platform/errors.ts'
import { isPushEndpoint } from './push-hosts.ts'

/** Rejects an address that is at none of the known push services, and keys that nothing can be encrypted with. */
export function requireUsable({ config }: Pick<Deps, 'config'>, device: { endpoint: string; p256dh: string }): void {
  if (!isPushEndpoint(device.endpoint, config.pushServices))
    throw new HttpError(400, 'push_service_unknown', { field: 'endpoint' })
  if (!areKeysUsable(device)) throw new HttpError(400, 'push_keys_invalid', { field: 'p256dh' })
}

/** False for keys with which nothing can be encrypted. */
function areKeysUsable({ p256dh }: Pick<PushSubscriptionKeys, 'p256dh'>): boolean {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    return pair.computeSecret(p256dh, 'base64url').length > 0
  } catch {
    return false
  }
}
