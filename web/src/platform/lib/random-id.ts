/** A random id of 128 bits. `crypto.randomUUID` is not used because it is missing on pages without TLS. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
