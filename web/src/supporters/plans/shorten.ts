const LENGTH_MAX = 50

export function shorten(description: string): string {
  const characters = [...description.replaceAll(/\s+/g, ' ')]
  return characters.length > LENGTH_MAX ? `${characters.slice(0, LENGTH_MAX).join('')}...` : characters.join('')
}
