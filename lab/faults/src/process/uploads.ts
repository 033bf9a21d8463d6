import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ATTACHMENTS_MAX } from '@petsetu/contract/complaints/complaint-facts.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { outcomeOf } from '../history.ts'
import type { Random } from '../random.ts'
import type { Context } from './actions.ts'
import { aComplaint, aDocument, aPerson } from './builders.ts'
import { send } from './send.ts'
import type { ServerNode } from './server-node.ts'

/** A complaint with five files, which may be sent more than once. The first is the largest. */
export type Upload = {
  key: string
  form: Record<string, string>
  file: Uint8Array<ArrayBuffer>
  more: Uint8Array<ArrayBuffer>[]
}

const TIMEOUT_MS = 20_000

export function anUpload(random: Random): Upload {
  const file = aDocument(random, 400_000 + random.below(400_000))
  const more = Array.from({ length: ATTACHMENTS_MAX - 1 }, () => aDocument(random, 1_000 + random.below(50_000)))
  return { key: randomUUID(), form: aComplaint(random, aPerson(random)), file, more }
}

/** Sends it to one node once; returns the status and the complaint's id, if any. */
export async function sendUpload({ record }: Context, node: ServerNode, { key, form, file, more }: Upload) {
  const body = form as ReturnType<typeof aComplaint>
  const answer = await send(node.url, complaintCalls.submit, { body }, { key, file, more })
  const complaintId = answer?.status === 201 ? answer.body.data.complaint_id : null
  record.history.push({
    kind: 'submit',
    key,
    fields: form,
    fileSha256: sha256(file),
    moreSha256: more.map(sha256),
    outcome: outcomeOf(answer?.status ?? null),
    reply: answer?.text ?? '',
    complaintId,
  })
  return { status: answer?.status ?? null, complaintId }
}

const sha256 = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** Sends half of the body and keeps the connection open. */
export function sendHalf(node: ServerNode, { form, file }: Upload): { hangUp: () => void } {
  const boundary = 'half-way'
  const fields = Object.entries(form).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="proof.pdf"\r\n\r\n`
  const request = http.request(node.url + complaintCalls.submit.path, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': fields.join('').length + head.length + file.length + 100,
    },
  })
  request.on('error', () => {})
  request.write(fields.join('') + head)
  request.write(file.subarray(0, file.length / 2))
  return { hangUp: () => void request.destroy() }
}

/** The stored attachments; unfinished ones begin with `incoming/`. */
export async function storedNames(attachmentsDir: string): Promise<string[]> {
  const entries = await readdir(attachmentsDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => path.join(path.relative(attachmentsDir, parentPath), name)).sort()
}

/** Waits until the stored files meet the condition; false on time-out. */
export async function untilStored(attachmentsDir: string, isSo: (names: string[]) => boolean): Promise<boolean> {
  for (const giveUpAt = Date.now() + TIMEOUT_MS; Date.now() < giveUpAt; await pause(5)) {
    if (isSo(await storedNames(attachmentsDir))) return true
  }
  return false
}
