/** Splits the features of a plan, which are stored as one text with one feature per line. */
export function featureList(features: string): string[] {
  return features
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
