import type { Message } from './request.ts'

type Upload = {
  /** Each with the name of its part, in the order in which they are sent. */
  files: [name: string, file: File][]
  /** Called with the part of the form that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

// After this time without a byte the connection counts as lost.
const STALLED_MS = 30_000

/** A `send` for `request`: sends the body as multipart/form-data with files. `fetch` cannot report the progress. */
export function sendForm({ files, onProgress }: Upload): (message: Message) => Promise<Response> {
  return ({ address, method, headers, body = {}, signal }) =>
    new Promise((resolve, reject) => {
      const transfer = new XMLHttpRequest()
      transfer.open(method, address)
      for (const [name, value] of Object.entries(headers)) transfer.setRequestHeader(name, value)
      let timer = setTimeout(giveUp, STALLED_MS)
      function giveUp() {
        transfer.abort()
        reject(new DOMException(`${method} ${address} stalled`, 'TimeoutError'))
      }
      transfer.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, STALLED_MS)
        onProgress?.(total > 0 ? loaded / total : 0)
      }
      transfer.onload = () => resolve(answerOf(transfer))
      transfer.onerror = () => reject(new TypeError(`No answer to ${method} ${address}`))
      transfer.onabort = () => reject(signal?.reason)
      transfer.onloadend = () => clearTimeout(timer)
      signal?.addEventListener('abort', () => transfer.abort(), { once: true })
      transfer.send(formOf(body, files))
    })
}

// The fields come before the files, so that a streaming server knows them first.
function formOf(body: object, files: Upload['files']): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  for (const [name, file] of files) form.append(name, file)
  return form
}

function answerOf({ status, responseText }: XMLHttpRequest): Response {
  return new Response(status === 204 ? null : responseText, { status })
}
