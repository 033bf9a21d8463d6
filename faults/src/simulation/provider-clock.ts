// Loaded into the payment provider's process before its own program: gives it the time of the simulation.
import { installVirtualDate, setDateOffset } from './virtual-date.ts'

installVirtualDate()
process.on('message', ({ offsetMs }: { offsetMs?: number }) => {
  if (offsetMs === undefined) return
  setDateOffset(offsetMs)
  process.send?.({ offsetMs })
})
