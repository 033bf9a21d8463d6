import { openText, sealText } from '../../people/auth/sealed-secret.ts'
import { HttpError } from '../../platform/errors.ts'

const LAST_SHOWN = 4
const LENGTH = 10

/** Encrypts the PAN of a donation. In the row of another one it cannot be decrypted. */
export function sealPan(pan: string, donationId: number, secretKey: Buffer): { pan_enc: Buffer; pan_last: string } {
  return { pan_enc: sealText(pan, boundTo(donationId), secretKey), pan_last: pan.slice(-LAST_SHOWN) }
}

/** Rejects with 503 if it was encrypted with another SECRET_KEY, as after a restore without the key. */
export function decryptPan(sealed: Buffer, donationId: number, secretKey: Buffer): string {
  try {
    return openText(sealed, boundTo(donationId), secretKey)
  } catch (cause) {
    throw new HttpError(503, 'pan_unreadable', { cause })
  }
}

/** As it is shown: XXXXXX234F. */
export function maskedPan(lastCharacters: string): string {
  return lastCharacters.padStart(LENGTH, 'X')
}

const boundTo = (donationId: number) => ({ use: 'donations', owner: `donation ${donationId}` })
