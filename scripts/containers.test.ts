import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../server/src/platform/config/config.ts'
import { nodeProgram, ROOT, serverCommand } from './prepare.mjs'

// These need no container engine; `lab/container` builds the image and runs it.

type Service = { image: string; environment?: Record<string, string | number>; volumes?: string[]; depends_on?: object }
type Compose = { services: Record<string, Service>; volumes: object; networks: { default: { ipam: unknown } } }

const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const compose = parse(text('compose.yaml'), { merge: true }) as Compose
const NODES = ['first', 'second']

// The image says the first four, and production refuses the next two. The others fit a database and a store that `compose.yaml` does not have.
const NOT_FROM_ENV = [
  ...['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'RATE_LIMITS', 'SANDBOX_PORT'],
  ...['DIRECT_DATABASE_URL', 'READ_DATABASE_URL', 'PREPARED_STATEMENTS', 'DATABASE_NODES', 'S3_REGION'],
]

// The answers that somebody writes into `.env`.
const ANSWERS: Record<string, string> = {
  PUBLIC_URL: 'https://pets.example.org',
  DATABASE_PASSWORD: '5f0c9be2',
  DATABASE_OWNER_PASSWORD: 'a83d17e4',
  S3_ACCESS_KEY_ID: 'c1b7',
  S3_SECRET_ACCESS_KEY: '90fe34ab',
  SECRET_KEY: '5c'.repeat(32),
  ADMIN_EMAIL: 'sunita@example.net',
  ADMIN_PASSWORD: 'neem-and-marigold-7',
  RAZORPAY_KEY_ID: 'rzp_live_k8Qn2',
  RAZORPAY_KEY_SECRET: 'q9Wm4z',
  RAZORPAY_WEBHOOK_SECRET: 'u7Rt5y',
}

/** The environment of a service, with the answers filled in as `docker compose` does. */
function environmentOf(service: Service): Record<string, string> {
  const filled = (value: string | number) =>
    String(value).replaceAll(/\$\{(\w+):([?-])\}/g, (_, name: string, sign: string) => {
      const { [name]: answer } = ANSWERS
      if (answer === undefined && sign === '?') throw new Error(`${name} must be set`)
      return answer ?? ''
    })
  return Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, filled(value)]))
}

// CLU-4
test('the Containerfiles pass their linter, and the image starts like npm start', () => {
  const containerfile = text('Containerfile')
  expect(validate(containerfile)).toEqual([])
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(containerfile) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...serverCommand().execArgv, 'server/src/main.ts'])
  const { NODE_COMPILE_CACHE: _, ...env } = serverCommand().env
  for (const [name, value] of Object.entries(env)) expect(containerfile).toContain(` ${name}=${value} `.trimEnd())
  const { version } = JSON.parse(text('node_modules/node/package.json')) as { version: string }
  const images = [...containerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major)
  expect(images).toEqual([version.split('.')[0], version.split('.')[0]])
})

// CLU-4
test('compose.yaml follows the Compose specification and its linter finds nothing', () => {
  const linter = path.join(ROOT, 'node_modules/dclint/bin/dclint.cjs')
  const told = execFileSync(nodeProgram(), [linter, '--formatter', 'json', 'compose.yaml'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = JSON.parse(told) as { filePath: string; messages: { rule: string; message: string; line: number }[] }[]
  expect(files.map(({ filePath }) => filePath)).toEqual(['compose.yaml'])
  expect(files.flatMap(({ messages }) => messages.map(({ rule, line }) => `${line} ${rule}`))).toEqual([])
})

// CLU-4
test('the program accepts compose.yaml’s settings for both nodes in production', () => {
  const known = new Set([...text('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
  for (const name of NODES) {
    const { [name]: node } = compose.services
    if (!node) throw new Error(`There is no service ${name}`)
    const { NODE_EXTRA_CA_CERTS: certificate, ...environment } = environmentOf(node)
    expect(certificate).toMatch(/^\/certificate\//)
    expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([])
    const config = readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000', ...environment })
    expect(config).toMatchObject({ isProduction: true, publicUrl: ANSWERS.PUBLIC_URL, requireAdmin2fa: true })
    expect(config.objectStore).not.toBeNull()
    expect(new URL(config.databaseUrl ?? '').hostname).toBe('database')
    expect(new URL(config.migrateDatabaseUrl ?? '').username).toBe('petsetu_owner')
    const [network] = config.trustedProxies
    expect(JSON.stringify(compose.networks.default.ipam)).toContain(String(network))
  }
})

// CLU-4, CFG-1
test('compose.yaml hands every setting in .env to both nodes', () => {
  // A test of the settings compares this list with those that are read.
  const all = [...text('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  for (const name of NODES) {
    const { [name]: node } = compose.services
    const handed = Object.keys(node?.environment ?? {}).filter((variable) => variable !== 'NODE_EXTRA_CA_CERTS')
    expect([...handed, ...NOT_FROM_ENV].toSorted()).toEqual(all.toSorted())
  }
})

// CLU-4
test('the names in compose.yaml lead to services, volumes, files and ports', () => {
  const services = Object.keys(compose.services)
  for (const [name, { depends_on = {}, volumes = [] }] of Object.entries(compose.services)) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(
      needed.filter((other: string) => !services.includes(other)),
      name,
    ).toEqual([])
    for (const source of volumes.map((volume) => volume.split(':')[0] ?? ''))
      if (source.startsWith('.')) expect(text(source)).not.toBe('')
      else expect(Object.keys(compose.volumes)).toContain(source)
  }
  const [, port = ''] = /^EXPOSE (\d+)$/m.exec(text('Containerfile')) ?? []
  expect(text('Containerfile')).toContain(`PORT=${port} `)
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(text('ops/Caddyfile')) ?? []
  expect(upstreams.split(' ')).toEqual(NODES.map((node) => `${node}:${port}`))
})

// CLU-4, CFG-4
test('back-ups in the folder that the README names get into no commit and no image', () => {
  execFileSync('git', ['check-ignore', 'backups/today/manifest.json'], { cwd: ROOT })
  expect(text('README.md')).toContain('npm run backup -- --to backups/today')
  expect(text('.dockerignore').split('\n')).toContain('backups')
})

// CLU-4
test('copies of .env with their secrets get into no commit and no image', () => {
  for (const name of ['.env', '.env.before']) execFileSync('git', ['check-ignore', name], { cwd: ROOT })
  expect(text('.dockerignore').split('\n')).toContain('.env*')
})

// CLU-4
test('the containers’ first admin comes from .env, so no log holds the password', () => {
  for (const name of NODES) {
    const { [name]: node } = compose.services
    const config = readConfig({ NODE_ENV: 'production', ...(node && environmentOf(node)) })
    expect(config.firstAdmin).toMatchObject({ email: ANSWERS.ADMIN_EMAIL, password: ANSWERS.ADMIN_PASSWORD })
  }
})
