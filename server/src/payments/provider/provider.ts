/** Account and addresses of the payment provider: the real one, or the sandbox. */
export type Provider = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The previous secret: while it is rotated, events signed with it still arrive. */
  webhookSecretPrevious?: string | null
  /** Without a trailing slash; `/v1/orders` and the like are appended. */
  apiUrl: string
  checkoutUrl: string
  /** The program waits this long for one of its answers, in milliseconds; three seconds if left out. */
  callMs?: number
}
