const LENGTH_MAX = 50

/** The first 50 characters of a description and an ellipsis, or all of it if it is not longer. */
export function shorten(description: string): string {
  const characters = [...description.replaceAll(/\s+/g, ' ')]
  return characters.length > LENGTH_MAX ? `${characters.slice(0, LENGTH_MAX).join('')}...` : characters.join('')
}
