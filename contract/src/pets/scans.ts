import { z } from 'zod'
import { call } from '../platform/call.ts'
import { PetKey } from './pet-key.ts'

/** The number of times that a pet's public page was opened on an Indian day; nobody's identity is stored. */
export const ScanDay = z.object({ day: z.string(), scans: z.number() })
export type ScanDay = z.output<typeof ScanDay>

export const scanCalls = {
  list: call({
    method: 'GET',
    path: '/pets/{id}/scans',
    access: 'owner',
    duty: 'pets',
    summary: 'The days on which the page of a pet was opened, newest first, of the last 13 months',
    params: z.object({ id: PetKey }),
    reply: z.array(ScanDay),
  }),
}
