import { once } from '@petsetu/contract/once.ts'

// Authenticator apps expect the library's defaults: SHA-1, six digits, 30 seconds.
const CLOCK_TOLERANCE_SECONDS = 30

// Loaded on first use: few requests need it.
const otplib = once(() => import('otplib'))

/** A new secret of 160 bits, in base32. */
export async function newSecret(): Promise<string> {
  const { generateSecret } = await otplib()
  return generateSecret()
}

/** Returns the address that an authenticator app reads from the QR code. */
export async function enrolmentUri(secret: string, username: string, issuer: string): Promise<string> {
  const { generateURI } = await otplib()
  return generateURI({ secret, label: username, issuer })
}

/** The time step that a code belongs to: the present one, the one before or the one after. Null for a wrong code. */
export async function timeStepOf(code: string, secret: string): Promise<number | null> {
  const { verify } = await otplib()
  const result = await verify({ secret, token: code, epochTolerance: CLOCK_TOLERANCE_SECONDS })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
