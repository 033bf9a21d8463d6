import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A token of 256 random bits, for a session, a link in a mail or the address of a calendar feed. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Returns the hash that the database stores of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
