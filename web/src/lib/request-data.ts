import type { Call, Input, Reply } from '@petsetu/contract/call.ts'
import { CallError, type Options, request } from './request.ts'

type DataOf<C extends Call> = Reply<C> extends { data: infer Data } ? Data : never

/** As `request`, for a call whose answer also says in its body whether it succeeded: the data, or a `CallError`. */
export async function requestData<C extends Call>(call: C, input: Input<C>, options: Options = {}): Promise<DataOf<C>> {
  const { reply } = await request(call, input, options)
  const { status, data } = reply as { status: string; data: DataOf<C> }
  if (status === 'success') return data
  const failure = new CallError(200, null)
  console.error(`${call.method} ${call.path} failed:`, failure)
  throw failure
}
