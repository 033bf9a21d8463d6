import type { callsByNoun } from '../calls.ts'
import type { Call, Input } from '../platform/call.ts'

type Calls = typeof callsByNoun

export type Example = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  idempotencyKey?: string
}

type ExampleOf<C> = C extends Call ? Partial<Input<C>> & Pick<Example, 'idempotencyKey'> : never

export type Examples<Noun extends keyof Calls> = {
  [N in Noun]: { [K in keyof Calls[N]]?: ExampleOf<Calls[N][K]> }
}

/** A browser that takes notices, as its push service describes it. */
export const EXAMPLE_BROWSER = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/example-of-a-browser',
  p256dh: 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
  auth: 'ZXhhbXBsZS1hdXRoLTAwMQ',
}
