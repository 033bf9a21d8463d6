import { hash, timingSafeEqual } from 'node:crypto'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import type { Role } from '@petsetu/contract/people/users.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyRequest } from 'fastify'

/** The caller. */
export type Person = {
  id: number
  username: string
  role: Role
  /** Those of an admin who does not have all; null for every other person. */
  duties: Duty[] | null
  /** The account's own, null while its owner has not chosen one. */
  language: Language | null
  /** An admin who can do nothing before setting up a second factor. */
  mustEnrol: boolean
}

// RFC 9110 lets the name of the scheme stand in any letter case.
const SCHEME = /^Bearer /i
const BEARER = /^Bearer ([\w-]{20,200})$/i

export function bearerToken(request: FastifyRequest): string | null {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** True for the header `Authorization` of somebody who means to be signed in, also if its token is not one. */
export function hasBearerScheme(authorization: string | undefined): boolean {
  return SCHEME.test(authorization ?? '')
}

/** True for the header `Authorization` of a program that knows this secret. Compared in constant time. */
export function isBearer(authorization: string | undefined, secret: string): boolean {
  const header = (authorization ?? '').replace(SCHEME, 'Bearer ')
  const [given, wanted] = [header, `Bearer ${secret}`].map((text) => hash('sha256', text, 'buffer'))
  return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted)
}
