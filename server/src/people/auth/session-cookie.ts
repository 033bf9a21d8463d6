import { paths } from '@petsetu/contract/paths.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

// The browser sends it to the login page and to nothing else: no call ever comes with it.
const PATH = paths.login.pattern
const TOKEN = /(?:^|;)\s*(?:__Secure-)?session=([\w-]{20,200})(?:;|$)/

/** The token of a sign-in without a script, which no script can read; null if this request has none. */
export function cookieToken({ headers }: FastifyRequest): string | null {
  return TOKEN.exec(headers.cookie ?? '')?.[1] ?? null
}

/** Keeps a session in a browser without a script until the browser is closed. */
export function keepInCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.header('set-cookie', cookie(request, token))
}

export function dropCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', `${cookie(request, '')}; Max-Age=0`)
}

function cookie({ protocol }: FastifyRequest, token: string): string {
  const isHttps = protocol === 'https'
  return `${isHttps ? '__Secure-' : ''}session=${token}; Path=${PATH}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
