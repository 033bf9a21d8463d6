/**
 * What a loader does: `connections` clients, each sending its next request as soon as the last one is answered, for `seconds`.
 * In `path` and `body`, `{petId}` stands for one of the first `pets` pets by chance and `{n}` for a number never used before.
 * Text is sent byte by byte, as latin1.
 */
export type Plan = {
  port: number
  connections: number
  seconds: number
  path: string
  pets?: number
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** What came of it; times in milliseconds. `refused` counts the answers that were no success. */
export type Load = {
  perSecond: number
  answers: number
  refused: number
  p50: number
  p99: number
  bytesAnAnswer: number
  /** How much of one core the loader itself took: near 1 it was the bottleneck, and the figure says nothing. */
  loaderBusy: number
}
