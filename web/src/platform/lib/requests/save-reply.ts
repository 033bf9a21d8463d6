import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { request, sendJson } from './request.ts'
import { saveFile } from './save-file.ts'

export type FileCall = Call & { file: NonNullable<Call['file']> }

/** Makes a call that answers with a file, and saves it under the name that the server gave it. */
export async function saveReply<C extends FileCall>(call: C, input: Input<C>, signal: AbortSignal): Promise<void> {
  const files: { content: Blob; name: string }[] = []
  await request(call, input, {
    signal,
    send: async (message) => {
      const response = await sendJson({ ...message, headers: { ...message.headers, accept: call.file } })
      if (!response.ok) return response
      files.push({ content: await response.blob(), name: nameOf(response) })
      return new Response(null, { status: 204 })
    },
  })
  for (const { content, name } of files) saveFile(content, name)
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
}
