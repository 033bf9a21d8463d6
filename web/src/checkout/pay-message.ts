/** What the page says about how far it came. `more` is a second sentence; fields that are named say the rest themselves. */
export type PayMessage = { kind: 'done' | 'failed' | 'info'; text: string; more?: string; namesFields?: true }
