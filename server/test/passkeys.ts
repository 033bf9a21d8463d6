import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { insertPasskey, newChallenge } from '../src/people/auth/passkeys/passkey-queries.ts'
import { findAccountById } from '../src/people/users/user-queries.ts'
import type { Db } from '../src/platform/db/pool.ts'
import { PASSWORD } from './factories.ts'
import type { TestApp } from './harness.ts'
import { codeOf } from './second-factor.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const RP_ID = '127.0.0.1'

const PRESENT = 0x01
const VERIFIED = 0x04
const CAN_BE_BACKED_UP = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

/** Lets a test make an answer that an honest authenticator would not. */
export type Twist = {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  type?: string
  key?: KeyObject
}

type Signed = { ticket: string; options: { challenge: string } }
type Caller = Pick<TestApp, 'call'>

/** An authenticator in software: one key pair of ES256, which counts its uses. */
export class Authenticator {
  readonly #id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0

  /** The answer to the options for a new passkey. */
  make({ options: { challenge } }: Signed, twist: Twist = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // The key in COSE: EC2, ES256, P-256 and the two coordinates.
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const made = Buffer.concat([Buffer.alloc(16), length, this.#id, isoCBOR.encode(key)])
    const authData = new Uint8Array(Buffer.concat([this.#data(HAS_CREDENTIAL, twist), made]))
    const attestation = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#credential({
      clientDataJSON: clientData(challenge, { type: 'webauthn.create', ...twist }),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The signed challenge of a sign-in, for its call. */
  sign({ ticket, options: { challenge } }: Signed, twist: Twist = {}) {
    this.#counter++
    const data = this.#data(0, twist)
    const client = clientData(challenge, { type: 'webauthn.get', ...twist })
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
    return {
      ticket,
      credential: this.#credential({
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, twist.key ?? this.#keys.privateKey).toString('base64url'),
      }),
    }
  }

  #data(flags: number, { rpId = RP_ID, isVerified = true, counter = this.#counter }: Twist): Buffer {
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags | PRESENT | CAN_BE_BACKED_UP | BACKED_UP | (isVerified ? VERIFIED : 0))
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(Buffer.from(rpId)), tail])
  }

  #credential<Response>(response: Response) {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function clientData(challenge: string, { type, origin = ORIGIN }: Twist): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

/** The body of the call that adds a passkey. */
export async function aNewPasskey(
  app: Caller,
  user: { token: string; secret?: string },
  { authenticator = new Authenticator(), twist = {} }: { authenticator?: Authenticator; twist?: Twist } = {},
) {
  const code = user.secret === undefined ? {} : { code: await codeOf(user.secret, 1) }
  const { body } = await app.call(passkeyCalls.askToAdd, { body: { password: PASSWORD, ...code } }, user)
  return { ticket: body.data.ticket, name: 'Phone', credential: authenticator.make(body.data, twist) }
}

/** Adds a passkey to an account; `signIn` returns the body of a sign-in with it. */
export async function aPasskey(app: Caller, user: { token: string; secret?: string }) {
  const authenticator = new Authenticator()
  const added = await app.call(passkeyCalls.add, { body: await aNewPasskey(app, user, { authenticator }) }, user)
  if (added.status !== 200) throw new Error(`Adding a passkey answered ${added.status}`)
  const signIn = async (twist: Twist = {}) => {
    const { body } = await app.call(passkeyCalls.askToSignIn, {})
    return authenticator.sign(body.data, twist)
  }
  return { id: added.body.data.id, authenticator, signIn }
}

/** The same for an account by its number, past the call that asks for the challenge. */
export async function aNewPasskeyOf({ db, secretKey }: Pick<TestApp, 'db' | 'secretKey'>, { id }: { id: number }) {
  const owner = await findAccountById(db, id)
  if (!owner) throw new Error(`There is no account ${id}`)
  const { challenge, ticket } = newChallenge({ addTo: owner }, { secretKey })
  return { ticket, name: 'Phone', credential: new Authenticator().make({ ticket, options: { challenge } }) }
}

/** A passkey that nothing can sign with; returns its number. */
export async function aStoredPasskey(db: Db, userId: number): Promise<number> {
  const credentialId = randomBytes(32)
  const passkey = await insertPasskey(db, {
    userId,
    credentialId,
    publicKey: Buffer.from('not a key'),
    counter: 0,
    transports: [],
    canBeBackedUp: false,
    isBackedUp: false,
    name: 'Phone',
  })
  if (!passkey) throw new Error('A random name was taken')
  return passkey.id
}
