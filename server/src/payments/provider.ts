/** The payment provider's account and addresses: the real one's, or the sandbox's. */
export type Provider = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** Without a slash at the end; `/v1/orders` and the rest hang below it. */
  apiUrl: string
  checkoutUrl: string
}
