import { createHash } from 'node:crypto'
import { PET_ID_ALPHABET } from '@petsetu/contract/pets/pet-id.ts'

const HALF = 2 ** 30

/** The tag ID of the n-th pet: spread over all 60 bits like a real one, and the same on every run. */
export function petIdOf(n: number): string {
  return half(Math.imul(n, 0x2545f491)) + half(Math.imul(n ^ 0x1b873593, 0x27d4eb2d))
}

function half(value: number): string {
  let rest = (value >>> 0) % HALF
  let text = ''
  for (let place = 0; place < 6; place++) {
    text += PET_ID_ALPHABET[rest % 32]
    rest = Math.floor(rest / 32)
  }
  return text
}

/** The session tokens that the load uses. They are valid only in this database. */
export const ADMIN_TOKEN = 'bench-admin-token-bench-admin-token-0000001'
export const OWNER_TOKEN = 'bench-owner-token-bench-owner-token-0000001'

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
