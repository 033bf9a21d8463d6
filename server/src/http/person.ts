import type { Role } from '@petsetu/contract/users.ts'
import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../errors.ts'

/** Who makes a call. */
export type Person = { id: number; username: string; role: Role }

const BEARER = /^Bearer ([\w-]{20,200})$/

/** The bearer token of a request; null where there is none, or none of the right form. */
export function bearerToken(request: FastifyRequest): string | null {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** For records that only their owner may see: without a token nothing is there, with a dead one the session has ended. */
export function refuseDeadToken(request: FastifyRequest): void {
  if (request.headers.authorization) throw unauthorized()
}
