/** The form in which usernames and e-mails are compared: letter case and compatible writings of a letter do not count. */
export function foldCase(text: string): string {
  // Small letters alone do not do: ß and SS, and the two small forms of Σ, are one letter in capitals.
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}
