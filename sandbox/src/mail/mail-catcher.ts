import { isMailAway } from '../faults.ts'
import { type Listener, type ListenOptions, listen } from './smtp.ts'

export type MailCatcher = {
  port: number
  /** Stops or starts to listen, always on the same port, as the fault `away` says. */
  followFaults: () => Promise<void>
  close: () => Promise<void>
}

/** Starts an SMTP server on 127.0.0.1 that keeps every mail and delivers none. */
export async function startMailCatcher(options: ListenOptions): Promise<MailCatcher> {
  let listener: Listener | null = await listen(options)
  const { port } = listener

  async function follow(isAway: boolean): Promise<void> {
    if (isAway) {
      await listener?.close()
      listener = null
    } else {
      listener ??= await listen({ ...options, port })
    }
  }
  // One change after the other: two at a time would both want the port.
  let following = follow(isMailAway(options.state))
  const next = (change: () => Promise<void>): Promise<void> => {
    following = following.catch(() => {}).then(change)
    return following
  }
  await following

  return {
    port,
    followFaults: () => next(() => follow(isMailAway(options.state))),
    close: () => next(() => follow(true)),
  }
}
