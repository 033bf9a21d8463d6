import { createHash } from 'node:crypto'
import type { ObjectStore } from '../config/rules.ts'

// Enough for a file of 5 MiB in either direction.
const ANSWER_MS_MAX = 15_000
const SHA256_OF_NOTHING = createHash('sha256').digest('hex')

export type S3Request = { method: string; name?: string; query?: URLSearchParams; body?: Blob; sha256?: string }

/** Sends requests to this bucket, signed including the SHA-256 of the body. */
export async function signedRequests(store: ObjectStore): Promise<(request: S3Request) => Promise<Response>> {
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
