/**
 * Loads another page, or this one anew, in place of this one: Back skips it. Never resolves, so that a form stays busy until then.
 */
export function navigateAway(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => {})
}
