import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

/** Paths that vulnerability scanners request. */
const WELL_KNOWN = [
  '/.git/HEAD',
  '/.git/config',
  '/.gitignore',
  '/.env',
  '/.env.local',
  '/.env.example',
  '/.npmrc',
  '/.htaccess',
  '/.htpasswd',
  '/.ssh/id_rsa',
  '/.aws/credentials',
  '/.vscode/settings.json',
  '/.well-known/security.txt',
  '/.vite/manifest.json',
  '/.petsetu-built',
  '/.DS_Store',
  '/package.json',
  '/package-lock.json',
  '/tsconfig.json',
  '/vite.config.ts',
  '/server/src/main.ts',
  '/docs/.env',
  '/backup.sql',
  '/dump.sql.gz',
  '/config.php',
  '/wp-login.php',
  '/phpinfo.php',
  '/index.html.bak',
  '/web.config',
  '/id_rsa.pem',
  '/api/.env',
  '/api/debug',
  '/api/swagger.json',
  '/api/metrics',
  '/api/v1/users',
  '/assets/.env',
  '/assets/../package.json',
  '/uploads/.env',
]

const NOTHING = { status: 'error', code: 'address_not_found', message: 'There is nothing at this address.' }

// V13.4.1, V13.4.5
test.each(WELL_KNOWN)(
  // APP-2
  '%s gets 404 for a program, redirects a browser home, and is never a page',
  async (path) => {
    for (const accept of ['text/html', '*/*', 'application/json']) {
      for (const method of ['GET', 'HEAD']) {
        const reply = await plainRequest(app.url, { method, path, headers: { accept } })
        if (accept === 'text/html' && !path.startsWith('/assets/')) {
          expect([reply.status, reply.headers.location, reply.text]).toEqual([302, '/', ''])
          continue
        }
        expect([reply.status, reply.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
        if (method === 'GET') expect(JSON.parse(reply.text)).toEqual(NOTHING)
      }
    }
  },
)

// APP-2, V13.4.5
test('addresses of common administration tools do not exist', async () => {
  for (const path of [
    '/documentation',
    '/debug/pprof',
    '/server-status',
    '/actuator/env',
    '/graphql',
    '/admin/metrics',
  ]) {
    const program = await plainRequest(app.url, { path, headers: { accept: 'application/json' } })
    expect(program.status, path).toBe(404)
    const browser = await plainRequest(app.url, { path, headers: { accept: 'text/html' } })
    expect([browser.status, browser.headers.location], path).toEqual([302, '/'])
  }
})

// APP-2, V13.4.3
test('a folder is never listed', async () => {
  for (const path of [
    '/assets',
    '/assets/',
    '/assets/.',
    '/uploads',
    '/uploads/',
    '/uploads/complaints',
    '/uploads/complaints/',
    '/docs/static/',
  ]) {
    for (const authorization of [undefined, `Bearer ${admin.token}`]) {
      const reply = await plainRequest(app.url, {
        path,
        headers: { accept: 'text/html', ...(authorization && { authorization }) },
      })
      expect([302, 401, 404], path).toContain(reply.status)
      expect(reply.text, path).not.toMatch(/<a |\.js|\.css|\.pdf/)
    }
  }
})

// API-3, V13.4.4, V13.4.2
test('TRACE and other unused methods are rejected and echo nothing', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'PATCH', 'LINK', 'MKCOL']) {
    for (const path of ['/', '/pets', '/auth/signin', '/healthz', '/assets/x.js']) {
      const reply = await plainRequest(app.url, {
        method,
        path,
        headers: { 'x-canary': 'canary', authorization: `Bearer ${admin.token}` },
      })
      expect([404, 405], `${method} ${path}`).toContain(reply.status)
      expect(reply.text).not.toMatch(/canary|Bearer/)
    }
  }
})

// APP-2, V1.1.1, V5.3.2
test('no form of a path leads out of the folder of the assets', async () => {
  const agent = new http.Agent({ keepAlive: true })
  const root = path.join(import.meta.dirname, '../../../..')
  const targets = ['package.json', 'server/src/main.ts', 'etc/passwd', 'dist/ssr/entry-server.js']
  const contents = targets.map((target) =>
    readFileSync(path.join(target.startsWith('etc') ? '/' : root, target), 'utf8'),
  )
  const ways = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '%252e%252e%252f',
    '..%252f',
    '..%5c',
    '..\\',
    '....//',
    '..;/',
    '%c0%ae%c0%ae/',
    '..%00/',
  ]
  for (const base of ['/assets/', '/', '/docs/static/', '/uploads/complaints/', '/pet-detail/']) {
    for (const way of ways) {
      for (const [target, climbs] of targets.flatMap((target) =>
        [1, 2, 3, 4, 5, 6].map((climbs) => [target, climbs] as const),
      )) {
        const address = base + way.repeat(climbs) + target
        const reply = await plainRequest(app.url, {
          path: address,
          headers: { accept: '*/*', authorization: `Bearer ${admin.token}` },
          agent,
        })
        expect.soft([302, 400, 403, 404], address).toContain(reply.status)
        expect.soft(reply.text, address).not.toMatch(/"workspaces"|buildApp|root:x:/)
        expect.soft(contents, address).not.toContain(reply.text)
      }
    }
  }
  agent.destroy()
})
