import { isIP } from 'node:net'
import { type NewCredential, PASSKEYS_MAX, type SignedChallenge } from '@petsetu/contract/people/factors.ts'
import { once } from '@petsetu/contract/platform/once.ts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, HttpError, notFound } from '../../../platform/errors.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { passkeyMail } from '../auth-mails.ts'
import { lockWithPassword, wrongPassword } from '../require-password.ts'
import type { Owner } from '../second-factor/second-factor.ts'
import { hasSecondFactor } from '../second-factor/second-factor-queries.ts'
import { closeSessionsOf, markByPasskey } from '../session-queries.ts'
import {
  CHALLENGE_SECONDS,
  challengeOf,
  countPasskeys,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listCredentials,
  newChallenge,
  recordPasskeyUse,
  rejectTicket,
  renamePasskey,
  type StoredPasskey,
  spendOnce,
} from './passkey-queries.ts'

type PasskeyDeps = Pick<Deps, 'db' | 'secretKey' | 'config' | 'enqueueMail' | 'foundation'>
type Account = Owner & { passwordHash: string }
type Present = { by: Actor; owner: Account; token: string | null }

// EdDSA, ES256 and RS256, by their numbers at IANA (COSE algorithms): every authenticator knows one of them.
const ALGORITHMS = [-8, -7, -257]

// Loaded on first use: few requests need it, and it brings a dozen packages.
const webauthn = once(() => import('@simplewebauthn/server'))

function placeOf({ publicUrl }: Pick<Deps['config'], 'publicUrl'>): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpId: hostname }
}

/** Browsers make no passkeys for a site that is known by an IP address. */
export function canHavePasskeys({ publicUrl }: Pick<Deps['config'], 'publicUrl'>): boolean {
  const { hostname } = new URL(publicUrl)
  return isIP(hostname) === 0 && !hostname.startsWith('[')
}

/** Options for `navigator.credentials.get`, for whichever account the person chooses. */
export function signInOptions(deps: PasskeyDeps) {
  const { rpId } = placeOf(deps.config)
  const { challenge, ticket } = newChallenge('sign-in', deps)
  const options = { challenge, rpId, userVerification: 'required' as const, timeout: CHALLENGE_SECONDS * 1_000 }
  return { options, ticket }
}

/** Options for `navigator.credentials.create`: the passkey stays in the authenticator, which asks for finger, face or PIN. */
export async function addOptions(deps: PasskeyDeps, owner: Account) {
  const { rpId } = placeOf(deps.config)
  const present = await listCredentials(deps.db, owner.id)
  if (present.length >= PASSKEYS_MAX) throw conflict('too_many_passkeys')
  const { challenge, ticket } = newChallenge({ addTo: owner }, deps)
  const options = {
    challenge,
    rp: { id: rpId, name: deps.foundation().foundationName },
    // The account's number, which says nothing about the person.
    user: {
      id: Buffer.from(String(owner.id)).toString('base64url'),
      name: owner.username,
      displayName: owner.username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
    timeout: CHALLENGE_SECONDS * 1_000,
  }
  return { options, ticket }
}

type Added = { ticket: string; name: string; credential: NewCredential }

/**
 * Adds a passkey. All other sessions of the account end, as with a second factor, and the present one counts as opened with it. Rejects
 * with 400 what does not fit the challenge, this site or a person who was verified.
 */
export async function addPasskey(
  deps: PasskeyDeps,
  { by, owner, token }: Present,
  { ticket, name, credential }: Added,
) {
  const { origin, rpId } = placeOf(deps.config)
  const challenge = challengeOf(ticket, { addTo: owner }, deps)
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verified(() =>
    verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw rejectCredential()
  const { credential: made, credentialDeviceType, credentialBackedUp } = registrationInfo
  return inTransaction(deps.db, async (transaction) => {
    await lockWithPassword(transaction, owner, rejectTicket)
    await spendOnce(transaction, challenge)
    if ((await countPasskeys(transaction, owner.id)) >= PASSKEYS_MAX) throw conflict('too_many_passkeys')
    const passkey = await insertPasskey(transaction, {
      userId: owner.id,
      name,
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: credential.response.transports,
      canBeBackedUp: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    })
    if (!passkey) throw conflict('passkey_exists')
    await closeSessionsOf(transaction, owner.id, token)
    if (token) await markByPasskey(transaction, token)
    await deps.enqueueMail(transaction, passkeyMail(owner, 'added'))
    await recordAudit(transaction, by, 'passkey-added', { kind: 'user', id: owner.id })
    return passkey
  })
}

export async function giveName(deps: PasskeyDeps, passkey: { id: number; userId: number }, name: string) {
  const renamed = await renamePasskey(deps.db, passkey, name)
  if (!renamed) throw notFound('passkey_not_found')
  return renamed
}

/** Ends all other sessions. Rejects with 409 the only second factor of an admin who must have one. */
export async function removePasskey(deps: PasskeyDeps, { by, owner, token }: Present, id: number): Promise<void> {
  await inTransaction(deps.db, async (transaction) => {
    await lockWithPassword(transaction, owner, () => wrongPassword({}))
    if (!(await deletePasskey(transaction, { id, userId: owner.id }))) throw notFound('passkey_not_found')
    const mustHaveOne = deps.config.requireAdmin2fa && by.person.role === 'admin'
    if (mustHaveOne && !(await isProtected(transaction, owner.id))) throw conflict('last_passkey')
    await closeSessionsOf(transaction, owner.id, token)
    await deps.enqueueMail(transaction, passkeyMail(owner, 'removed'))
    await recordAudit(transaction, by, 'passkey-removed', { kind: 'user', id: owner.id })
  })
}

/** Checks a signed challenge and records its use. Returns the account that the passkey opens. Rejects with 401 anything else. */
export async function spendPasskey(
  deps: PasskeyDeps,
  { ticket, credential }: { ticket: string; credential: SignedChallenge },
): Promise<number> {
  const { origin, rpId } = placeOf(deps.config)
  const challenge = challengeOf(ticket, 'sign-in', deps)
  const passkey = await findPasskey(deps.db, Buffer.from(credential.id, 'base64url'))
  if (!passkey) throw rejectSignIn()
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified: isVerified, authenticationInfo } = await verified(
    () =>
      verifyAuthenticationResponse({
        response: credential,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        credential: credentialOf(passkey),
      }),
    rejectSignIn,
  )
  if (!isVerified) throw rejectSignIn()
  await inTransaction(deps.db, async (transaction) => {
    await spendOnce(transaction, challenge)
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo
    if (!(await recordPasskeyUse(transaction, passkey, { counter, isBackedUp }))) throw rejectSignIn()
  })
  return passkey.userId
}

const credentialOf = ({ credentialId, publicKey, counter, transports }: StoredPasskey) => ({
  id: credentialId.toString('base64url'),
  publicKey,
  counter,
  transports,
})

async function isProtected(db: Deps['db'], userId: number): Promise<boolean> {
  return (await hasSecondFactor(db, userId)) || (await countPasskeys(db, userId)) > 0
}

/** The library throws an error for everything that does not fit. */
async function verified<Result>(verify: () => Promise<Result>, reject = rejectCredential): Promise<Result> {
  try {
    return await verify()
  } catch (error) {
    throw reject(error)
  }
}

const rejectCredential = (cause?: unknown) => new HttpError(400, 'passkey_invalid', { cause, event: 'passkey-refused' })
const rejectSignIn = (cause?: unknown) => new HttpError(401, 'passkey_unknown', { cause, event: 'passkey-refused' })
