import type { Message } from './request.ts'

type Upload = {
  /** The name that the file goes by among the fields. */
  field: string
  file: File | null
  /** Hears how much of the form has been sent, from 0 to 1. */
  onProgress: (share: number) => void
}

// No byte moved for this long: the connection is treated as lost.
const STALLED_MS = 30_000

/** For `request`: sends the body as multipart/form-data, a file with it. Not by `fetch`, which cannot tell how far it is. */
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

// The fields first: a server that reads while it receives knows them before the file arrives.
function formOf(body: object, field: string, file: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  if (file) form.append(field, file)
  return form
}

function answerOf({ status, responseText }: XMLHttpRequest): Response {
  return new Response(status === 204 ? null : responseText, { status })
}
