/** The status that this address answers with; 0 if it does not answer in time. */
export async function statusOf(url: string, msMax: number): Promise<number> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(msMax) })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return 0
  }
}
