/** The features of a membership one by one: it holds them as a JSON list, itself as text. Anything else in it shows none. */
export function featuresOf(features: string): string[] {
  try {
    const list: unknown = JSON.parse(features)
    return Array.isArray(list) ? list.filter((feature) => typeof feature === 'string') : []
  } catch {
    return []
  }
}
