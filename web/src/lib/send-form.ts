import type { Message } from './request.ts'

type Upload = {
  field: string
  file: File | null
  /** Called with the part of the form that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
}

// After this time without a byte the connection counts as lost.
const STALLED_MS = 30_000

/** A `send` for `request`: sends the body as multipart/form-data with a file. `fetch` cannot report the progress. */
export function sendForm({ field, file, onProgress }: Upload): (message: Message) => Promise<Response> {
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
        onProgress(total > 0 ? loaded / total : 0)
      }
      transfer.onload = () => resolve(answerOf(transfer))
      transfer.onerror = () => reject(new TypeError(`No answer to ${method} ${address}`))
      transfer.onabort = () => reject(signal?.reason)
      transfer.onloadend = () => clearTimeout(timer)
      signal?.addEventListener('abort', () => transfer.abort(), { once: true })
      transfer.send(formOf(body, field, file))
    })
}

// The fields come before the file, so that a streaming server knows them first.
function formOf(body: object, field: string, file: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  if (file) form.append(field, file)
  return form
}

function answerOf({ status, responseText }: XMLHttpRequest): Response {
  return new Response(status === 204 ? null : responseText, { status })
}
