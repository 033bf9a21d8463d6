/** Fills the parameters into a path, URL-encoded. */
export function fillPath(pattern: string, params: Record<string, string | number> = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${pattern} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}
