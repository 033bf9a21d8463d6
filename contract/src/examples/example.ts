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
