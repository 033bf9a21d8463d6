import type { Breach } from '@petsetu/contract/people/breaches.ts'
import { HOUR_MS, RED_MS } from '../../../../shared/breach-hours.tsx'

const NEAR_HOURS = 24

export type DeadlineState = 'done' | 'waiting' | 'near' | 'urgent' | 'late'

/** Says how urgent it is to tell an authority. */
export function stateOf({ due_at, told_at, is_late }: Breach['team'], now: number): DeadlineState {
  if (told_at) return 'done'
  const left = Date.parse(due_at) - now
  if (is_late || left < 0) return 'late'
  if (left < RED_MS) return 'urgent'
  return left < NEAR_HOURS * HOUR_MS ? 'near' : 'waiting'
}

/** Returns the first authority whose deadline is red: it is late, or cannot wait. */
export function redAuthority({ team, board }: Breach, now: number): 'team' | 'board' | null {
  const isRed = (clock: Breach['team']) => {
    const state = stateOf(clock, now)
    return state === 'urgent' || state === 'late'
  }
  if (isRed(team)) return 'team'
  return isRed(board) ? 'board' : null
}
