import { z } from 'zod'
import { call } from '../platform/call.ts'
import { ById, NO_CONTENT, success } from '../platform/envelope.ts'
import { locationFields, needsWholeLocation, optionalText, reasonBody, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { PetId, Photo } from './pet-schemas.ts'

const MESSAGE_MAX = 500

type TypedReport = Partial<Record<'message' | 'place' | 'contact' | 'lat' | 'lon', string | number | null | undefined>>

const hasContent = ({ message, place, contact, lat }: TypedReport) =>
  Boolean(message || place || contact) || lat !== undefined

/** The message of a finder to the owner beside a photo. The location is there only if the finder has agreed to send it. */
export const FoundFields = z
  .object({
    message: optionalText({ field: 'message', max: MESSAGE_MAX, lines: 'many' }),
    place: optionalText({ field: 'place', max: 200 }),
    name: optionalText({ field: 'name', max: 100 }),
    contact: optionalText({ field: 'contact', max: 200 }),
    /** Made with the form: the same again from the same form is a second tap. */
    form_key: optionalText({ field: 'message', max: 64 }),
    /** The version of the notice beside the form, which may be older than the program that gets it. */
    notice_version: optionalText({ field: 'message', max: 64 }),
    ...locationFields,
  })
  .superRefine(needsWholeLocation)
export type FoundFields = z.output<typeof FoundFields>

const FoundForm = FoundFields.refine(hasContent, { path: ['message'], error: problem('nothingTold') })

const ThreadMessage = z.object({ message: requiredText({ field: 'message', max: MESSAGE_MAX, lines: 'many' }) })

/** A message with a photo, which may say it all. */
export const PhotoMessage = z.object({ message: optionalText({ field: 'message', max: MESSAGE_MAX, lines: 'many' }) })

const AbuseReport = z.object({ reason: requiredText({ field: 'reason', max: 500, lines: 'many' }) })

export const FINDER_PHOTO_PATH = '/found/{token}/photos/{messageId}'

/** The photo of a message, for the owner; needs a signature. */
export const OWNER_PHOTO_PATH = '/api/found/photos/{messageId}'

/** The size is that of the largest picture, in pixels. */
const FoundPhoto = z.object({ url: z.string(), width: z.number(), height: z.number() })
export type FoundPhoto = z.output<typeof FoundPhoto>

export const FoundBy = z.enum(['finder', 'owner', 'foundation'])
export type FoundBy = z.output<typeof FoundBy>

const text = z.string().nullable()

/** A message as the owner sees it: with the contact and the location that the finder chose to give. */
export const FoundMessage = z.object({
  id: z.number(),
  by: FoundBy,
  /** Which of the finders of this thread wrote it, from 1; null for anybody else. */
  finder: z.number().nullable(),
  message: text,
  photo: FoundPhoto.nullable(),
  name: text,
  contact: text,
  place: text,
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  accuracy: z.number().nullable(),
  created_at: z.string(),
})
export type FoundMessage = z.output<typeof FoundMessage>

/** Why a conversation ended: `silent` after months without a message. */
export const FoundOutcome = z.enum(['home', 'closed', 'silent'])
export type FoundOutcome = z.output<typeof FoundOutcome>

/**
 * A thread in a list. `unread` counts the messages that the owner has not seen yet, for the owner also those of the
 * foundation; `is_new` is true while there are any.
 */
export const FoundThread = z.object({
  id: z.number(),
  pet_id: z.string(),
  pet_name: z.string(),
  pet_photo: Photo.nullable(),
  created_at: z.string(),
  last_message_at: z.string(),
  is_new: z.boolean(),
  unread: z.number(),
  closed_at: text,
  outcome: FoundOutcome.nullable(),
  abuse_reported_at: text,
  abuse_reason: text,
})
export type FoundThread = z.output<typeof FoundThread>

/**
 * A thread in the list of the pet's owner, with the name and the place that a finder gave first, and with its last
 * message: the text or the place that was written. `last_part` is what else the message holds, which is all there is
 * where nothing was written.
 */
export const OwnThread = FoundThread.extend({
  finder_name: text,
  finder_place: text,
  last_by: FoundBy.nullable(),
  last_message: text,
  last_part: z.enum(['photo', 'contact', 'location']).nullable(),
})
export type OwnThread = z.output<typeof OwnThread>

const WholeThread = FoundThread.extend({
  muted_until: text,
  /** When an admin last opened it; null if none did. */
  read_by_admin_at: text,
  messages: z.array(FoundMessage),
})

/** A message as the finder sees it. `shared` names what went with it, but not its content. */
export const FinderMessage = z.object({
  by: FoundBy,
  message: text,
  photo: FoundPhoto.nullable(),
  place: text,
  shared: z.array(z.enum(['contact', 'location'])),
  created_at: z.string(),
})
export type FinderMessage = z.output<typeof FinderMessage>

/** A thread as the finder sees it. `outcome` is how it ended; null while it is open. */
export const FinderThread = z.object({
  messages: z.array(FinderMessage),
  outcome: FoundOutcome.nullable(),
  /** When an admin last opened it; null if none did. */
  read_by_admin_at: text,
})
export type FinderThread = z.output<typeof FinderThread>

const byToken = z.object({ token: z.string().regex(/^[\w-]{43}$/, problem('notALink')) })

export const foundCalls = {
  report: call({
    method: 'POST',
    path: '/pet-detail/{petId}/found',
    access: 'anyone',
    summary:
      "Tell a pet's owner that it was found, as JSON or as a form, which may hold a photo; the answer holds the path of the thread, which is the finder's secret",
    params: z.object({ petId: PetId }),
    body: FoundForm,
    plainForm: 'photo',
    reply: z.object({ thread_path: z.string() }),
    status: 201,
  }),
  write: call({
    method: 'POST',
    path: '/found/{token}',
    access: 'anyone',
    summary: 'Write to the owner, as the finder with this token',
    params: byToken,
    body: ThreadMessage,
    plainForm: 'photo',
    reply: success(z.array(FinderMessage)),
    status: 201,
  }),
  readAsFinder: call({
    method: 'GET',
    path: '/found/{token}/messages',
    access: 'anyone',
    priority: 'low',
    summary: 'The messages of a thread, as the finder with this token sees them',
    params: byToken,
    reply: success(FinderThread),
  }),
  listOwn: call({
    method: 'GET',
    path: '/api/found',
    access: 'signed-in',
    summary: "What finders of the caller's own pets have written, newest first",
    reply: success(z.array(OwnThread)),
  }),
  read: call({
    method: 'GET',
    path: '/api/found/{id}',
    access: 'owner',
    duty: 'cases',
    summary: 'A thread with a finder; an admin who is not the owner opens it first',
    params: ById,
    reply: success(WholeThread),
  }),
  markRead: call({
    method: 'POST',
    path: '/api/found/{id}/read',
    access: 'owner',
    duty: 'cases',
    summary: 'Mark what the finder has written as seen',
    params: ById,
    ...NO_CONTENT,
  }),
  answer: call({
    method: 'POST',
    path: '/api/found/{id}/messages',
    access: 'owner',
    duty: 'cases',
    summary: 'Write to the finder',
    idempotent: true,
    params: ById,
    body: ThreadMessage,
    reply: success(WholeThread),
    status: 201,
  }),
  close: call({
    method: 'POST',
    path: '/api/found/{id}/close',
    access: 'owner',
    duty: 'cases',
    summary: 'Close a thread because the pet is home again; it is deleted 30 days later',
    params: ById,
    reply: success(WholeThread),
  }),
  mute: call({
    method: 'POST',
    path: '/api/found/{id}/mute',
    access: 'owner',
    duty: 'cases',
    summary: 'Send no mails or notices about finders and scans of this pet for 24 hours',
    params: ById,
    reply: success(WholeThread),
  }),
  reportAbuse: call({
    method: 'POST',
    path: '/api/found/{id}/abuse',
    access: 'owner',
    duty: 'cases',
    summary: 'Ask the admins to look at a thread',
    params: ById,
    body: AbuseReport,
    reply: success(WholeThread),
  }),
  listAbuse: call({
    method: 'GET',
    path: '/admin/found',
    access: 'admin',
    duty: 'cases',
    priority: 'low',
    summary: 'The threads that owners reported as abuse, newest first',
    reply: z.array(FoundThread),
  }),
  openReported: call({
    method: 'POST',
    path: '/admin/found/{id}/open',
    access: 'admin',
    duty: 'cases',
    summary:
      'Read a thread that was reported, and for an hour from now; the reason is kept in the audit, and owner and finder see that an admin read it',
    params: ById,
    body: reasonBody(),
    reply: success(WholeThread),
  }),
  closeAny: call({
    method: 'POST',
    path: '/admin/found/{id}/close',
    access: 'admin',
    duty: 'cases',
    summary: 'Close a thread that was reported as abuse',
    params: ById,
    reply: FoundThread,
  }),
  deleteAny: call({
    method: 'DELETE',
    path: '/admin/found/{id}',
    access: 'admin',
    duty: 'cases',
    summary: 'Delete a thread that was reported as abuse, with all its messages',
    params: ById,
    ...NO_CONTENT,
  }),
}
