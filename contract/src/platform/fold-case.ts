/** The form in which usernames and e-mail addresses are compared: ignores case and compatible Unicode variants. */
export function foldCase(text: string): string {
  // Lower-casing alone is not enough: ß and SS, and the two lower-case forms of Σ, are equal only in upper case.
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}
