import type { IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'

/** Expects the headers that every reply carries: see docs/security.md. */
export function expectSafeHeaders(what: string, headers: IncomingHttpHeaders): void {
  expect(headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
    'x-frame-options': 'DENY',
  })
  const names = Object.keys(headers)
  expect(
    names.filter((name) => /^(set-cookie|access-control-|x-powered-by|server$|via$)/.test(name)),
    what,
  ).toEqual([])

  const type = headers['content-type'] ?? ''
  if (/^text\/|json|javascript|xml/.test(type)) expect(type, what).toMatch(/; charset=utf-8$/i)
  const policy = String(headers['content-security-policy'])
  expect(policy, what).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
  const isPage = type.startsWith('text/html')
  expect(policy, what).toContain(isPage ? "script-src 'self'" : "default-src 'none'")
  if (isPage) for (const part of ["object-src 'none'", "base-uri 'none'"]) expect(policy, what).toContain(part)
}
