import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { atEnd } from './at-end.ts'
import { freePort } from './free-port.ts'
import { tcpProxy } from './tcp-proxy.ts'

const PROGRAM = import.meta.resolve('@20minutes/s3rver')
const BUCKET = 'petsetu-files'
const SUFFIX = '._S3rver_object'
const GATHERED_WITHIN = { timeout: 30_000, interval: 20 }

type ObjectStoreServer = {
  /** The environment of a server that uses it. */
  env: Record<string, string>
  /** The names of the stored objects. */
  names: () => Promise<string[]>
  content: (name: string) => Promise<Buffer>
  makeOld: (name: string, hours: number) => Promise<void>
  /** Kills it, as if its machine were gone. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Lets `count` requests arrive at the same time before it reads any of them. */
  gather: (count: number) => Promise<void>
  /** Executes the next request but drops its reply. */
  loseNextAnswer: () => void
}

/** An S3-compatible server that verifies signatures, as a separate process behind a proxy. Ends with the test file. */
export async function objectStoreServer(): Promise<ObjectStoreServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-objects-'))
  const port = await freePort()
  let losesAnswer = false
  const connections = new Map<Socket, Socket>()
  let isGathering = false
  const proxy = await tcpProxy(port, (near, far) => {
    connections.set(near, far)
    near.on('close', () => connections.delete(near))
    // The proxy pipes them after this.
    if (isGathering) queueMicrotask(() => near.unpipe(far))
    far.on('data', () => {
      if (!losesAnswer) return
      losesAnswer = false
      far.unpipe(near)
      near.destroy()
    })
  })
  const fileOf = (name: string) => path.join(folder, BUCKET, name + SUFFIX)
  let running: ReturnType<typeof run> | null = null

  const store: ObjectStoreServer = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_BUCKET: BUCKET,
      // The only key pair that this server accepts.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async names() {
      const files = await readdir(path.join(folder, BUCKET)).catch(() => [])
      return files.filter((file) => file.endsWith(SUFFIX)).map((file) => file.slice(0, -SUFFIX.length))
    },
    content: (name) => readFile(fileOf(name)),
    async makeOld(name, hours) {
      const then = new Date(Date.now() - hours * 3_600_000)
      await utimes(fileOf(name), then, then)
    },
    async stop() {
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      running.kill('SIGKILL')
      await once(running, 'exit')
    },
    async start() {
      running = run(folder, port)
      await once(running.stdout, 'data')
    },
    async gather(count) {
      isGathering = true
      for (const [near, far] of connections) near.unpipe(far)
      await vi.waitFor(() => {
        expect([...connections.keys()].filter((near) => near.readableLength > 0)).toHaveLength(count)
      }, GATHERED_WITHIN)
      isGathering = false
      for (const [near, far] of connections) near.pipe(far)
    },
    loseNextAnswer() {
      losesAnswer = true
    },
  }
  atEnd(async () => {
    await store.stop()
    await proxy.cut()
    await rm(folder, { recursive: true, force: true })
  })
  await store.start()
  return store
}

function run(directory: string, port: number) {
  const options = { directory, address: '127.0.0.1', port, silent: true, configureBuckets: [{ name: BUCKET }] }
  const code = `const { default: S3 } = await import(${JSON.stringify(PROGRAM)})
    await new S3(${JSON.stringify(options)}).run()
    console.log('serving')`
  // Its list tokens use a cipher that OpenSSL 3 has only in its legacy provider.
  const args = ['--openssl-legacy-provider', '--input-type=module', '--eval', code]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}
