import { z } from 'zod'
import { optionalText, requiredText } from '../platform/fields.ts'
import { locationFields, needsWholeLocation } from '../platform/location.ts'
import { problem } from '../platform/problem.ts'

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
    ...locationFields,
  })
  .superRefine(needsWholeLocation)
export type FoundFields = z.output<typeof FoundFields>

/** A report without a photo. */
export const FoundForm = FoundFields.refine(hasContent, { path: ['message'], error: problem('nothingTold') })

export const ThreadMessage = z.object({ message: requiredText({ field: 'message', max: MESSAGE_MAX, lines: 'many' }) })

/** A message with a photo, which may say it all. */
export const PhotoMessage = z.object({ message: optionalText({ field: 'message', max: MESSAGE_MAX, lines: 'many' }) })

/** Why an admin should look at a thread. */
export const AbuseReport = z.object({ reason: requiredText({ field: 'reason', max: 500, lines: 'many' }) })
