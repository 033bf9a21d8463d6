/**
 * `connections` clients send requests one after the other for `seconds`. In `path` and `body`, `{petId}` is a random one of the first
 * `pets` pets and `{n}` a number never used before. Text is sent as latin1.
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

/** The result; times in milliseconds. `refused` counts answers that were not a success. */
export type Load = {
  perSecond: number
  answers: number
  refused: number
  p50: number
  p99: number
  bytesAnAnswer: number
  /** The loader's share of one CPU core: near 1 it was the bottleneck and the figure is meaningless. */
  loaderBusy: number
}
