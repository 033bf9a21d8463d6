import type { Call, Input, Reply } from '@petsetu/contract/platform/call.ts'
import { CallError, type Options, request } from './request.ts'

type DataOf<C extends Call> = Reply<C> extends { data: infer Data } ? Data : never

/** Like `request`, for a reply of the form `{status, data}`: returns the data, or throws a `CallError`. */
export async function requestData<C extends Call>(call: C, input: Input<C>, options: Options = {}): Promise<DataOf<C>> {
  const { reply } = await request(call, input, options)
  const { status, data } = reply as { status: string; data: DataOf<C> }
  if (status === 'success') return data
  const failure = new CallError(200, null)
  console.error(`${call.method} ${call.path} failed:`, failure)
  throw failure
}
