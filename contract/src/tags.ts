import { z } from 'zod'
import { call } from './call.ts'
import { wholeNumber } from './envelope.ts'

export const TAG_COUNT_MIN = 1
export const TAG_COUNT_MAX = 100

export const tagCalls = {
  generate: call({
    method: 'GET',
    path: '/admin/generate-pet-id',
    access: 'admin',
    summary: 'Make new, blank tag IDs and keep them',
    query: z.object({ numberOfIds: wholeNumber('numberOfIds', TAG_COUNT_MIN, TAG_COUNT_MAX) }),
    reply: z.array(z.string()),
  }),
}
