/** The text with Devanagari digits, as in २०००, written as 2000. */
export function latinDigits(text: string): string {
  return text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)))
}
