/** What the server tells every page about the installation: set at run time, the same for all visitors. */
export type Site = {
  foundationName: string
  /** The foundation's marketing site, without a slash at the end. */
  marketingUrl: string
  developerCredit: string
  /** The origin that QR codes carry, without a slash at the end. */
  publicUrl: string
  /** The address of the payment provider's checkout script. */
  checkoutUrl: string
}
