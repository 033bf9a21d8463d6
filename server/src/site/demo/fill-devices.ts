import { hash, randomBytes } from 'node:crypto'
import type { PushKind } from '@petsetu/contract/people/push.ts'
import type { User } from '@petsetu/contract/people/users.ts'
import { insertPasskey } from '../../people/auth/passkeys/passkey-queries.ts'
import { saveCaseDevice, saveDevice } from '../../people/push/push-devices.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import type { Services } from '../../services.ts'
import { askSandbox } from './back-dated.ts'

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/**
 * Gives some people a browser at the sandbox, whose page of notices shows what they are told, and the first user two passkeys, which no
 * device holds. Returns the number of browsers.
 */
export async function fillDevices(services: Services, [owner, second]: User[]): Promise<number> {
  const { db } = services
  const [admin] = await listAdmins(db, 'cases')
  if (!owner || !second || !admin) throw new Error('The demo has nobody to tell')
  const readers: { userId: number; kinds: PushKind[] }[] = [
    { userId: owner.id, kinds: ['found', 'lost-scan'] },
    { userId: second.id, kinds: ['lost-scan'] },
    { userId: admin.id, kinds: ['urgent-case', 'waiting-money'] },
  ]
  for (const { userId, kinds } of readers)
    await saveDevice(db, { userId, token: '' }, { ...(await aBrowser(services)), kinds })
  const complaint = await db.selectFrom('complaints').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await saveCaseDevice(db, complaint.id, await aBrowser(services))
  for (const [index, name] of ['Phone', 'Laptop'].entries()) {
    await insertPasskey(db, {
      ...{
        userId: owner.id,
        name,
        counter: 0,
        transports: ['internal'],
        canBeBackedUp: index === 0,
        isBackedUp: index === 0,
      },
      credentialId: hash('sha256', `demo passkey ${index}`, 'buffer'),
      // No key at all: nothing can be signed in with it.
      publicKey: randomBytes(77),
    })
  }
  return readers.length + 1
}

async function aBrowser({ provider }: Services) {
  const { endpoint, keys } = await askSandbox<Subscription>(provider, 'subscriptions')
  return { endpoint, ...keys, language: 'en' as const }
}
