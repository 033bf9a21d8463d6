/** The payment provider's account and addresses: the real one's, or the sandbox's. */
export type Provider = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The one before: events that were signed with it still come while it is being changed. */
  webhookSecretPrevious?: string | null
  /** Without a slash at the end; `/v1/orders` and the rest hang below it. */
  apiUrl: string
  checkoutUrl: string
}
