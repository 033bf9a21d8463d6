/** True where the browser can have passkeys for this site: not where it is known by an IP address, and not within another page. */
export function canHavePasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.parent === window && !/^[\d.]+$|:/.test(location.hostname)
}

/** Whoever closes the question of the browser has decided, and needs no message. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

/** True where the browser itself can offer passkeys in a field. */
export async function canOfferPasskeys(): Promise<boolean> {
  return canHavePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
}
