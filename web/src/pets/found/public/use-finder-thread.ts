import type { FinderThread, foundCalls } from '@petsetu/contract/pets/found.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useEffect, useState } from 'react'

const LOOK_AGAIN_MS = 3_000
const ANSWER_MS_MAX = 10_000

/** The thread that came with the page, with what is written while the page is open and seen, until the thread has ended. */
export function useFinderThread(token: string, fromServer: FinderThread): FinderThread {
  const [thread, setThread] = useState(fromServer)
  const isOpen = thread.outcome === null
  useEffect(() => {
    if (!isOpen) return
    let isAsking = false
    async function look() {
      if (document.hidden || isAsking) return
      isAsking = true
      const seen = await readThread(token)
      isAsking = false
      if (seen) setThread((before) => (isSame(before, seen) ? before : seen))
    }
    const timer = setInterval(look, LOOK_AGAIN_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [token, isOpen])
  return thread
}

/** Null without an answer: the next look may get one. */
async function readThread(token: string): Promise<FinderThread | null> {
  try {
    const answer = await fetch(`${visitorPaths.finderThread.to({ token })}/messages`, {
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    return answer.ok ? ((await answer.json()) as Reply<typeof foundCalls.readAsFinder>).data : null
  } catch {
    return null
  }
}

/** Messages are only added. */
const isSame = (one: FinderThread, other: FinderThread) =>
  one.outcome === other.outcome &&
  one.read_by_admin_at === other.read_by_admin_at &&
  one.messages.length === other.messages.length
