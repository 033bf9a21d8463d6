import { readdir } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { PNG } from 'pngjs'
import { ERASURES_FILE } from '../src/people/privacy/erasing/erasures.ts'
import type { TestApp } from './harness.ts'
import { COMPLAINT } from './paying-app.ts'
import { storedText } from './stored.ts'

export const MIB = 1024 * 1024

/** A small PDF, or one with this many bytes. */
export function aPdf(bytes?: number): Buffer {
  const head = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n'
  const tail = 'trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'
  const filling = bytes ? `%${'x'.repeat(bytes - head.length - tail.length - 2)}\n` : ''
  return Buffer.from(head + filling + tail, 'latin1')
}

/** A valid PNG; padded with a private chunk if a size is given. */
export function aPng(bytes?: number): Buffer {
  const png = PNG.sync.write(new PNG({ width: 2, height: 2 }))
  if (!bytes) return png
  const end = png.length - 12
  const content = Buffer.alloc(bytes - png.length - 12, 7)
  const body = Buffer.concat([Buffer.from('prVt'), content])
  const chunk = Buffer.concat([uint32(content.length), body, uint32(crc32(body))])
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)])
}

const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='

/** A small JPEG with data after its end, as cameras write it, or one with this many bytes. */
export function aJpeg(bytes?: number): Buffer {
  const picture = Buffer.concat([Buffer.from(JPEG, 'base64'), Buffer.from([0xff, 0xd9])])
  return Buffer.concat([picture, Buffer.alloc(bytes ? bytes - picture.length : 300, 'camera data ')])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** All files below the attachments folder. */
export async function attachmentFiles(app: { config: { dataDir: string } }): Promise<string[]> {
  const folder = path.join(app.config.dataDir, 'attachments')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // The list of erasures stands beside the attachments.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== ERASURES_FILE)
  return files.map((entry) => path.join(entry.parentPath, entry.name))
}

/** Every row and the names of all attachments, to prove that nothing is left or changed. */
export const storedState = async (app: TestApp): Promise<string[]> => [
  await storedText(app.pool),
  ...(await attachmentFiles(app)),
]

export type Part = { name: string; value: string | Buffer; filename?: string; type?: string }

const BOUNDARY = 'petsetu-boundary'

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** The required fields of a complaint as form parts. */
export const complaintParts = (fields: Record<string, string> = {}): Part[] =>
  Object.entries({ ...COMPLAINT, ...fields }).map(([name, value]) => ({ name, value }))

/** The bytes of a multipart form; names are not escaped. */
export function formBytes(parts: Part[]): Buffer {
  const chunks = parts.flatMap(({ name, value, filename, type }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${kind}\r\n`),
      Buffer.isBuffer(value) ? value : Buffer.from(value),
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

export const filePart = (value: Buffer, filename = 'proof.pdf'): Part => ({
  name: 'file',
  value,
  filename,
  type: 'application/octet-stream',
})

type RawUpload = {
  /** A complaint, unless told otherwise. */
  path?: string
  /** The chunks in which it is sent. */
  pieces: Buffer[]
  headers?: Record<string, string>
  /** Closes the connection after the last chunk instead of waiting for the reply. */
  cut?: boolean
}

/** Sends a raw form on a socket of its own, so that it can be malformed; returns everything received. */
export function rawUpload(
  app: Pick<TestApp, 'url'>,
  { path = complaintCalls.submit.path, pieces, headers = {}, cut = false }: RawUpload,
): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const lines = {
    host: 'petsetu',
    'content-type': FORM_TYPE,
    connection: 'close',
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(Number(port), hostname)
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
    for (const piece of pieces) socket.write(piece)
    if (cut) setTimeout(() => socket.destroy(), 50)
  })
}

/** Sends a form with a Content-Length, as most clients do; returns the status and body of the reply. */
export async function sendForm(
  app: Pick<TestApp, 'fetch'>,
  parts: Part[],
  headers: Record<string, string> = {},
): Promise<{
  status: number
  headers: Headers
  body: { status: string; message: string; data: { complaint_id: number }; errors?: object }
}> {
  const reply = await app.fetch(complaintCalls.submit.path, {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE, ...headers },
    body: new Uint8Array(formBytes(parts)),
  })
  return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) }
}

export const chunked = (piece: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
