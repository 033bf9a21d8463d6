import type { State } from '../state.ts'

export type Keys = { keyId: string; keySecret: string; webhookSecret: string }

/** Everything that the parts of the sandbox share. */
export type Provider = {
  state: State
  keys: Keys
  /** The webhook URL, on loopback; null for none. */
  webhookUrl: URL | null
}
