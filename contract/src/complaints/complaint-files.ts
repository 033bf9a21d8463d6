import { z } from 'zod'

/** The types of attachments. */
export const AttachmentType = z.enum(['application/pdf', 'image/jpeg', 'image/png'])
export type AttachmentType = z.output<typeof AttachmentType>

/** A file of a complaint. `sha256` and `bytes` are those of the file as it came. */
export const ComplaintFile = z.object({
  id: z.number(),
  /** A link that works for some minutes without a token. */
  url: z.string(),
  type: AttachmentType,
  bytes: z.number(),
  sha256: z.string(),
  created_at: z.string(),
})
export type ComplaintFile = z.output<typeof ComplaintFile>

/** The path of an attachment; not in the table of calls, since it answers with a file. */
export const ATTACHMENT_PATH = '/uploads/complaints/{file_path}'

/** For the API docs. */
export const attachmentFile = {
  path: ATTACHMENT_PATH,
  duty: 'cases',
  summary: 'The attachment of a complaint; opens by the link in file_url as well, for five minutes',
  params: z.object({ file_path: z.string() }),
  query: z.object({ expires: z.string().optional(), signature: z.string().optional() }),
  types: AttachmentType.options,
} as const
