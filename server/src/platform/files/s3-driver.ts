import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { XMLParser } from 'fast-xml-parser'
import type { FastifyBaseLogger } from 'fastify'
import type { ObjectStore } from '../config/rules.ts'
import { ConfigError, HttpError } from '../errors.ts'
import { type FileDriver, sha256Of } from './driver.ts'

/**
 * Stores files in a bucket of an S3-compatible object store, shared by all nodes. Uses path-style URLs (`/bucket/name`); each
 * request is signed including the SHA-256 of its body. If the store is unreachable or refuses, it rejects with 503.
 */
export async function s3Driver(store: ObjectStore, log: FastifyBaseLogger): Promise<FileDriver> {
  const send = await signedRequests(store)

  async function request(what: S3Request, expected: number[]): Promise<Response> {
    try {
      const response = await send(what)
      if (expected.includes(response.status)) return response
      throw new Error(`The object store answered ${response.status} ${await errorCodeOf(response)}`)
    } catch (error) {
      log.error({ err: error, method: what.method }, 'a request to the object store failed')
      throw new HttpError(503, 'files_unavailable', { retryAfterSeconds: 30 })
    }
  }

  await rejectWrongSettings(() => send({ method: 'GET', query: listQuery({ 'max-keys': '1' }) }), store, log)

  return {
    async put(name, temporaryPath) {
      const [body, sha256] = [await openAsBlob(temporaryPath), await sha256Of(temporaryPath)]
      const response = await request({ method: 'PUT', name, body, sha256 }, [200])
      await response.body?.cancel()
    },
    async remove(name) {
      try {
        const response = await request({ method: 'DELETE', name }, [200, 204, 404])
        await response.body?.cancel()
      } catch {
        // Logged by `request`. The sweep removes the file later.
      }
    },
    async read(name) {
      const response = await request({ method: 'GET', name }, [200, 404])
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
        const page = (await parse(await request({ method: 'GET', query }, [200]))).ListBucketResult
        for (const { Key, LastModified } of page?.Contents ?? []) yield { name: Key, changedAt: new Date(LastModified) }
        next = page?.NextContinuationToken || null
      }
    },
  }
}

/** Stops the start if the store rejects the settings, not if it is only unreachable: the rest works without it. */
async function rejectWrongSettings(
  tryOut: () => Promise<Response>,
  { endpoint, bucket, region }: ObjectStore,
  log: FastifyBaseLogger,
): Promise<void> {
  const response = await tryOut().catch((error: unknown) => {
    const { code } = (error as { cause?: { code?: unknown } }).cause ?? {}
    if (code === 'ENOTFOUND') throw new ConfigError(`S3_ENDPOINT must be an address that exists, not '${endpoint}'.`)
    log.warn({ err: error }, 'S3_ENDPOINT does not answer: attachments are unavailable until it does')
    return null
  })
  if (!response) return
  const code = await errorCodeOf(response)
  if (response.ok || response.status >= 500) return
  const advice: Record<string, string> = {
    InvalidAccessKeyId: 'S3_ACCESS_KEY_ID must be one that S3_ENDPOINT knows.',
    SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY must be the one that belongs to S3_ACCESS_KEY_ID.',
    NoSuchBucket: `S3_BUCKET must be a bucket that exists at S3_ENDPOINT, not '${bucket}'.`,
    RequestTimeTooSkewed: 'S3_ENDPOINT says that the clock of this machine is wrong: set it right, and start again.',
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

type StoreAnswer = {
  ListBucketResult?: { Contents?: { Key: string; LastModified: string }[]; NextContinuationToken?: string }
  Error?: { Code?: string }
}

const xml = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })

async function parse(response: Response): Promise<StoreAnswer> {
  return xml.parse(await response.text())
}

async function errorCodeOf(response: Response): Promise<string> {
  // A proxy in between may answer something else than XML.
  const { Error: error } = await parse(response).catch((): StoreAnswer => ({}))
  return error?.Code ?? ''
}

// A file of 5 MiB takes less in either direction.
const ANSWER_MS_MAX = 15_000
const SHA256_OF_NOTHING = createHash('sha256').digest('hex')

type S3Request = { method: string; name?: string; query?: URLSearchParams; body?: Blob; sha256?: string }

async function signedRequests(store: ObjectStore): Promise<(request: S3Request) => Promise<Response>> {
  // Loaded on demand, so that a program without an object store does not hold it in memory.
  const { AwsV4Signer } = await import('aws4fetch')

  return async ({ method, name = '', query, body, sha256 = SHA256_OF_NOTHING }) => {
    const url = `${store.endpoint}/${store.bucket}${name && `/${name}`}${query ? `?${query}` : ''}`
    const headers = { 'x-amz-content-sha256': sha256 }
    const signed = await new AwsV4Signer({ ...store, service: 's3', method, url, headers }).sign()
    // Covers the time until the reply begins; its body may be read as slowly as the client reads.
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error('no answer in time')), ANSWER_MS_MAX)
    try {
      const { signal } = timeout
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
}
