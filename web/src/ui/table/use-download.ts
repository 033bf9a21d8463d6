import type { Input } from '@petsetu/contract/call.ts'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../lib/request.ts'
import { type FileCall, saveReply } from '../../lib/save-reply.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { showFailure } from '../feedback/toast.ts'

/** Downloads the file that a call answers with. Large files take long, so it can be cancelled. */
export function useDownload<C extends FileCall>(call: C, failure: string) {
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const [download, isBusy] = useBusy(async (input: Input<C>) => {
    running.current = new AbortController()
    const { signal } = running.current
    try {
      await saveReply(call, input, signal)
    } catch (error) {
      if (!signal.aborted) showFailure(messageOf(error, failure))
    }
  })
  return { download, isBusy, cancel: () => running.current.abort() }
}
