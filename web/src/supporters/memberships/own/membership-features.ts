/** The features of a membership, which stores them as a JSON list in a text. Empty if the text is not such a list. */
export function featuresOf(features: string): string[] {
  try {
    const list: unknown = JSON.parse(features)
    return Array.isArray(list) ? list.filter((feature) => typeof feature === 'string') : []
  } catch {
    return []
  }
}
