import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Reply } from './http-reply.ts'

type BrowserFile = { type: string; text: string; etag: string }

/** Static files for the browser, by path. Read once at the start. */
const FILES: Record<string, BrowserFile> = {
  '/v1/checkout.js': readBrowserFile(new URL('./browser/checkout.js', import.meta.url), 'text/javascript'),
  '/v1/checkout/frame.js': readBrowserFile(new URL('./browser/frame.js', import.meta.url), 'text/javascript'),
  '/v1/checkout/frame.css': readBrowserFile(new URL('./browser/frame.css', import.meta.url), 'text/css'),
  '/mail.css': readBrowserFile(new URL('./browser/mail.css', import.meta.url), 'text/css'),
}

export const FRAME_PAGE = readBrowserFile(new URL('./browser/frame.html', import.meta.url), 'text/html').text

export function browserFile(request: IncomingMessage, pathname: string): Reply | null {
  const file = Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined
  if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return null
  const headers = {
    etag: file.etag,
    'cache-control': 'no-cache',
    'content-type': `${file.type}; charset=utf-8`,
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (request.headers['if-none-match'] === file.etag) return { status: 304, headers, body: '' }
  return { status: 200, headers, body: file.text }
}

function readBrowserFile(url: URL, type: string): BrowserFile {
  const text = readFileSync(url, 'utf8')
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { type, text, etag }
}
