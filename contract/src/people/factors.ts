import { z } from 'zod'
import { call } from '../platform/call.ts'
import { ById, NO_CONTENT, success } from '../platform/envelope.ts'
import { requiredText } from '../platform/fields.ts'
import { authCalls, CodeForm, PasswordAndCodeForm, PasswordForm } from './auth.ts'

const SecondFactorState = z.object({
  /** Null while the account has no second factor. */
  enabled_at: z.string().nullable(),
  recovery_codes_left: z.number(),
  /** The account is of an admin who can do nothing else before setting one up. */
  is_required: z.boolean(),
})

/** The set-up of an authenticator app: the secret as text, and the same as an address, for a QR code. */
const NewSecondFactor = z.object({ secret: z.string(), uri: z.string() })

/** They are shown once, because only their hashes are stored. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const factorCalls = {
  read: call({
    method: 'GET',
    path: '/api/account/second-factor',
    access: 'signed-in',
    beforeEnrolment: true,
    summary: "Whether one's own account has a second factor, and since when",
    reply: success(SecondFactorState),
  }),
  begin: call({
    method: 'POST',
    path: '/api/account/second-factor',
    access: 'signed-in',
    beforeEnrolment: true,
    summary:
      'Begin to set up a second factor: it changes nothing until a code of it confirms it; beginning again replaces it',
    body: PasswordForm,
    reply: success(NewSecondFactor),
  }),
  confirm: call({
    method: 'POST',
    path: '/api/account/second-factor/confirm',
    access: 'signed-in',
    beforeEnrolment: true,
    summary: 'Switch the second factor on, by a code of it; every other session of the account ends',
    body: CodeForm,
    reply: success(RecoveryCodes),
  }),
  renewCodes: call({
    method: 'POST',
    path: '/api/account/second-factor/recovery-codes',
    access: 'signed-in',
    summary: 'Replace all recovery codes by ten new ones',
    body: PasswordAndCodeForm,
    reply: success(RecoveryCodes),
  }),
  end: call({
    method: 'POST',
    path: '/api/account/second-factor/end',
    access: 'signed-in',
    summary: 'Switch the second factor off',
    body: PasswordAndCodeForm,
    ...NO_CONTENT,
  }),
}

export const PASSKEY_NAME_MAX = 50
/** It is more than a person has devices. */
export const PASSKEYS_MAX = 10

const Name = requiredText({ field: 'name', max: PASSKEY_NAME_MAX })

export const PasskeyNameForm = z.object({ name: Name })

/** A code is needed where the account has a second factor. */
const PresentFactor = PasswordForm.extend({ code: CodeForm.shape.code.optional() })

/** The form that adds a passkey; the call needs its name only once the authenticator has made it. */
export const NewPasskeyForm = PasskeyNameForm.extend(PasswordForm.shape)

/** Bytes in base64url. The limit is far above what authenticators send. */
const bytes = (max = 4_000) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)

const CREDENTIAL_ID_MAX = 1_364

// Names of transports that browsers know, such as `internal` and `hybrid`, and later ones.
const Transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10)

const Credential = z.object({
  id: bytes(CREDENTIAL_ID_MAX),
  rawId: bytes(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
})

/** The answer of an authenticator that has made a passkey, as `PublicKeyCredential.toJSON()` writes it. */
const NewCredential = Credential.extend({
  response: z.object({
    clientDataJSON: bytes(),
    attestationObject: bytes(20_000),
    transports: Transports.default([]),
  }),
})
export type NewCredential = z.output<typeof NewCredential>

const SignedChallenge = Credential.extend({
  response: z.object({
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
  }),
})
export type SignedChallenge = z.output<typeof SignedChallenge>

/** Goes back with the answer of the authenticator, within five minutes. */
const Ticket = requiredText({ field: 'code', max: 300 })

const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.number(),
})

const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.number(),
})

const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** It is copied to the other devices of its owner, so that a lost phone does not lose it. */
  is_backed_up: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type Passkey = z.output<typeof Passkey>

export const passkeyCalls = {
  askToSignIn: call({
    method: 'POST',
    path: '/auth/passkey/challenge',
    access: 'anyone',
    summary: 'A challenge that a passkey of any account signs within five minutes, to sign in with it',
    reply: success(z.object({ options: RequestOptions, ticket: z.string() })),
  }),
  signIn: call({
    method: 'POST',
    path: '/auth/passkey',
    access: 'anyone',
    summary: 'Sign in with a passkey, in place of password and second factor: the signed challenge and its ticket',
    body: z.object({ ticket: Ticket, credential: SignedChallenge }),
    reply: authCalls.signin.reply,
  }),
  list: call({
    method: 'GET',
    path: '/api/account/passkeys',
    access: 'signed-in',
    beforeEnrolment: true,
    summary: "The passkeys of one's own account, the oldest first, and whether this address of the site can have any",
    reply: success(z.object({ can_have: z.boolean(), passkeys: z.array(Passkey) })),
  }),
  askToAdd: call({
    method: 'POST',
    path: '/api/account/passkeys/challenge',
    access: 'signed-in',
    beforeEnrolment: true,
    summary:
      'Begin to add a passkey, with the password, and a code if the account has a second factor; nothing changes yet',
    body: PresentFactor,
    reply: success(z.object({ options: CreationOptions, ticket: z.string() })),
  }),
  add: call({
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'signed-in',
    beforeEnrolment: true,
    summary: 'Add the passkey that an authenticator has made for the challenge, by its ticket; at most ten an account',
    body: z.object({ ticket: Ticket, name: Name, credential: NewCredential }),
    reply: success(Passkey),
  }),
  rename: call({
    method: 'PUT',
    path: '/api/account/passkeys/{id}',
    access: 'signed-in',
    summary: "Give a passkey of one's own another name",
    params: ById,
    body: PasskeyNameForm,
    reply: success(Passkey),
  }),
  remove: call({
    method: 'POST',
    path: '/api/account/passkeys/{id}/remove',
    access: 'signed-in',
    summary:
      "Remove a passkey of one's own, with the password, and a code if the account has a second factor; every other session ends",
    params: ById,
    body: PresentFactor,
    ...NO_CONTENT,
  }),
}
