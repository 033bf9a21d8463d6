import { type Message, sendJson } from './request.ts'

// How far the server's clock is ahead of this device's, which may be hours off.
let aheadMs = 0

/** The server's time, once a query was answered. */
export const serverNow = () => Date.now() + aheadMs

/** Sends like `sendJson`, and learns the server's time from the answer. */
export async function sendByClock(message: Message): Promise<Response> {
  const answer = await sendJson(message)
  const sentAt = Date.parse(answer.headers.get('date') ?? '')
  if (!Number.isNaN(sentAt)) aheadMs = sentAt - Date.now()
  return answer
}
