import { z } from 'zod'
import { type Label, problem } from './problem.ts'

/** A number of a form, which sends text, and nothing as empty text. */
function optionalNumber(field: Label, min: number, max: number) {
  const message = problem('notANumber', { field, min, max })
  return z.preprocess((value) => {
    if (value === '' || value === null) return undefined
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  }, z.number(message).min(min, message).max(max, message).optional())
}

const ACCURACY_MAX = 100_000_000

/** The position of a device in degrees, with its accuracy in metres. It is there only if its owner has agreed to send it. */
export const locationFields = {
  lat: optionalNumber('latitude', -90, 90),
  lon: optionalNumber('longitude', -180, 180),
  accuracy: optionalNumber('accuracy', 0, ACCURACY_MAX),
}

type Location = { lat?: number | undefined; lon?: number | undefined; accuracy?: number | undefined }

/** For `superRefine`: rejects a part of a location. */
export function needsWholeLocation({ lat, lon, accuracy }: Location, context: z.RefinementCtx): void {
  if (lat !== undefined && lon !== undefined) return
  for (const [name, value] of Object.entries({ lat, lon, accuracy })) {
    if (value !== undefined) context.addIssue({ code: 'custom', path: [name], message: problem('halfALocation') })
  }
}
