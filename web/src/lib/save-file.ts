import type { Call, Input } from '@petsetu/contract/call.ts'
import { request } from './request.ts'

// Some browsers start reading a file to save only after the click has returned.
const KEEP_MS = 10_000

/** A call that answers with a file. */
export type FileCall = Call & { file: NonNullable<Call['file']> }

/** Makes a call that answers with a file and hands it to the browser to save, under the server's name for it. */
export async function saveReply<C extends FileCall>(call: C, input: Input<C>): Promise<void> {
  const files: { content: Blob; name: string }[] = []
  await request(call, input, {
    send: async ({ address, method, headers }) => {
      const response = await fetch(address, { method, headers: { ...headers, accept: call.file } })
      if (!response.ok) return response
      files.push({ content: await response.blob(), name: nameOf(response) })
      return new Response(null, { status: 204 })
    },
  })
  for (const { content, name } of files) saveFile(content, name)
}

/** Hands a file to the browser as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
}
