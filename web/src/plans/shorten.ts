const LENGTH_MAX = 50

/** A description as it stands in the list: its first 50 characters and an ellipsis, or all of it where it is no longer. */
export function shorten(description: string): string {
  const characters = [...description.replaceAll(/\s+/g, ' ')]
  return characters.length > LENGTH_MAX ? `${characters.slice(0, LENGTH_MAX).join('')}...` : characters.join('')
}
