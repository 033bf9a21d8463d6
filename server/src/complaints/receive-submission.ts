import { ComplaintForm } from '@petsetu/contract/complaint-form.ts'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { FileStore } from '../files/file-store.ts'
import { receiveForm } from '../http/bodies/upload.ts'
import type { WorkLimit } from '../http/limits/work-limit.ts'
import { checkedFields } from '../http/routing/checked-fields.ts'
import { languageOf } from '../languages/request-language.ts'
import type { Submission } from './file-complaint.ts'
import type { Filed } from './insert-complaint.ts'

const FILE_PARTS = { one: complaintCalls.submit.multipart, more: complaintCalls.submit.moreFiles }

type Asked = { request: FastifyRequest; reply: FastifyReply; whenReceived: WorkLimit }

/** Reads the form of a complaint with its files, hands it to `save`, and discards the files afterwards. */
export function submissionReceiver({ throttles, attachments }: Deps & { attachments: FileStore }) {
  return async (
    { request, reply, whenReceived }: Asked,
    save: (submission: Submission) => Promise<Filed>,
  ): Promise<Filed> => {
    await throttles.complaintByAddress.count(request.ip)
    const { fields, files } = await receiveForm(request, reply, FILE_PARTS, attachments)
    try {
      return await whenReceived(() =>
        save({ form: checkedFields(ComplaintForm, fields), files, language: languageOf(request) }),
      )
    } finally {
      for (const file of files) await attachments.discard(file)
    }
  }
}
