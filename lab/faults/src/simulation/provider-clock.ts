// Preloaded into the sandbox process: gives it the simulation's clock.
import { installVirtualDate, setDateOffset } from './virtual-date.ts'

installVirtualDate()
process.on('message', ({ offsetMs }: { offsetMs?: number }) => {
  if (offsetMs === undefined) return
  setDateOffset(offsetMs)
  process.send?.({ offsetMs })
})
