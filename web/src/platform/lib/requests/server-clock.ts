import { today } from '@petsetu/contract/platform/dates.ts'
import { type Message, sendJson } from './request.ts'

// The lead of the server's clock over that of this device, which may be hours off.
let aheadMs = 0

/** The server's time, once a query was answered. */
export const serverNow = () => Date.now() + aheadMs

/** The calendar day in India by the server's clock, as 2026-01-31. */
export const serverToday = () => today(new Date(serverNow()))

/** Sends like `sendJson`, and learns the server's time from the answer. */
export async function sendByClock(message: Message): Promise<Response> {
  const answer = await sendJson(message)
  const sentAt = Date.parse(answer.headers.get('date') ?? '')
  if (!Number.isNaN(sentAt)) aheadMs = sentAt - Date.now()
  return answer
}
