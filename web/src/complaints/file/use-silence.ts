import { useEffect, useState } from 'react'

// After this time without a byte the form offers to go on without a connection.
const SILENCE_MS = 4_000

/** True while something is being sent and there was no progress for four seconds. */
export function useSilence(isSending: boolean, progress: number): boolean {
  const [isSilent, setSilent] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: any progress ends the silence.
  useEffect(() => {
    setSilent(false)
    if (!isSending) return
    const timer = setTimeout(() => setSilent(true), SILENCE_MS)
    return () => clearTimeout(timer)
  }, [isSending, progress])

  return isSilent
}
