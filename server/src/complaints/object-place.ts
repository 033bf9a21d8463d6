import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ObjectStore } from '../config-groups.ts'
import { ConfigError } from '../config-values.ts'
import { Refusal } from '../errors.ts'
import type { AttachmentPlace } from './attachment-store.ts'

// A file of 5 MiB in either direction included.
const ANSWER_MS_MAX = 15_000
const SHA256_OF_NOTHING = createHash('sha256').digest('hex')

type Ask = { method: string; name?: string; query?: URLSearchParams; body?: Blob; sha256?: string }

/**
 * A bucket at an object store that speaks the S3 protocol, for all nodes. The store is asked by path (`/bucket/name`), each request
 * signed together with the SHA-256 of what it carries. Not reached or refused: 503 for whoever wanted the file.
 */
export async function objectPlace(store: ObjectStore, log: FastifyBaseLogger): Promise<AttachmentPlace> {
  // Loaded here, so that a program without an object store does not carry it.
  const { AwsV4Signer } = await import('aws4fetch')

  async function ask({ method, name = '', query, body, sha256 = SHA256_OF_NOTHING }: Ask): Promise<Response> {
    const url = `${store.endpoint}/${store.bucket}${name && `/${name}`}${query ? `?${query}` : ''}`
    const headers = { 'x-amz-content-sha256': sha256 }
    const signed = await new AwsV4Signer({ ...store, service: 's3', method, url, headers }).sign()
    // Ends when the answer has begun: what is read of it goes as slowly as its reader.
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(new Error('no answer in time')), ANSWER_MS_MAX)
    try {
      const { signal } = patience
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'error',
        signal,
        ...(body && { body }),
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Asks, and refuses with 503 unless the answer is one of `expected`. */
  async function get(what: Ask, expected: number[]): Promise<Response> {
    try {
      const response = await ask(what)
      if (expected.includes(response.status)) return response
      throw new Error(`The object store answered ${response.status} ${errorCode(await response.text())}`)
    } catch (error) {
      log.error({ err: error, method: what.method }, 'the object store did not do it')
      throw new Refusal(503, 'Files are temporarily unavailable. Please try again later.', { retryAfterSeconds: 30 })
    }
  }

  const drop = (name: string) => ask({ method: 'DELETE', name }).then((response) => response.body?.cancel())
  // The sweep removes what stays.
  const remove = (name: string) =>
    drop(name).catch((error: unknown) => log.warn({ err: error }, 'a file was not removed from the object store'))

  await refuseWrongSettings(() => ask({ method: 'GET', query: listQuery({ 'max-keys': '1' }) }), store, log)

  return {
    async put(name, temporaryPath) {
      const [body, sha256] = [await openAsBlob(temporaryPath), await sha256Of(temporaryPath)]
      const response = await get({ method: 'PUT', name, body, sha256 }, [200])
      await response.body?.cancel()
    },
    remove,
    async read(name) {
      const response = await get({ method: 'GET', name }, [200, 404])
      if (response.status === 200 && response.body) {
        const bytes = Number(response.headers.get('content-length'))
        return { content: Readable.from(response.body, { objectMode: false }), bytes }
      }
      await response.body?.cancel()
      return null
    },
    async *list() {
      let next: string | null = ''
      while (next !== null) {
        const query = listQuery(next ? { 'continuation-token': next } : {})
        const page: string = await (await get({ method: 'GET', query }, [200])).text()
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          yield { name: textOf(entry, 'Key'), changedAt: new Date(textOf(entry, 'LastModified')) }
        }
        next = textOf(page, 'NextContinuationToken') || null
      }
    },
  }
}

/** A start with settings that the store refuses stops there. A store that is away may come back, and the rest works without it. */
async function refuseWrongSettings(
  ask: () => Promise<Response>,
  { endpoint, bucket, region }: ObjectStore,
  log: FastifyBaseLogger,
): Promise<void> {
  const response = await ask().catch((error: unknown) => {
    const { code } = (error as { cause?: { code?: unknown } }).cause ?? {}
    if (code === 'ENOTFOUND') throw new ConfigError(`S3_ENDPOINT must be an address that exists, not '${endpoint}'.`)
    log.warn({ err: error }, 'S3_ENDPOINT does not answer: attachments are unavailable until it does')
    return null
  })
  if (!response) return
  const code = errorCode(await response.text())
  if (response.ok || response.status >= 500) return
  const advice: Record<string, string> = {
    InvalidAccessKeyId: 'S3_ACCESS_KEY_ID must be one that S3_ENDPOINT knows.',
    SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY must be the one that belongs to S3_ACCESS_KEY_ID.',
    NoSuchBucket: `S3_BUCKET must be a bucket that exists at S3_ENDPOINT, not '${bucket}'.`,
    AuthorizationHeaderMalformed: `S3_REGION must be the region of the bucket, not '${region}'.`,
  }
  const told = `${response.status}${code && ` ${code}`}`
  throw new ConfigError(
    advice[code] ?? `S3_ENDPOINT must be a store that lets these keys into S3_BUCKET; it answered ${told}.`,
  )
}

function listQuery(more: Record<string, string>): URLSearchParams {
  return new URLSearchParams({ 'list-type': '2', 'max-keys': '200', ...more })
}

const errorCode = (body: string) => textOf(body, 'Code')

/** What stands in the first element of this name; of what XML writes in another way, names and tokens hold '&' at most. */
function textOf(xml: string, element: string): string {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? ''
  return text.replaceAll('&amp;', '&')
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
