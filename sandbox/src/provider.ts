import type { State } from './state.ts'

export type Keys = { keyId: string; keySecret: string; webhookSecret: string }

/** What every part of the sandbox is handed. */
export type Provider = {
  state: State
  keys: Keys
  /** Where webhooks go, on loopback; null when nobody listens for them. */
  webhookUrl: URL | null
}
