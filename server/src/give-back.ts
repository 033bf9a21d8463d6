import { performance } from 'node:perf_hooks'

const LOOK_EVERY_MS = 1_000
// Taking stock costs some 50 ms: so much work has to come between, and then a second in which there is next to none.
const WORK_MS_MIN = 2_000
const QUIET_SHARE_MAX = 0.05

/**
 * Gives memory back to the machine when a node has been busy and is quiet again: the garbage of a start or of a rush, and the room it was
 * in, which V8 would keep for as long as it runs. Needs `--expose-gc`; without it, nothing happens.
 */
export function giveBackWhenQuiet(collect: NodeJS.GCFunction | undefined = globalThis.gc): void {
  let workMs = WORK_MS_MIN
  let last = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { active, utilization } = performance.eventLoopUtilization(now, last)
    last = now
    workMs += active
    if (utilization > QUIET_SHARE_MAX || workMs < WORK_MS_MIN) return
    workMs = 0
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, LOOK_EVERY_MS).unref()
}
