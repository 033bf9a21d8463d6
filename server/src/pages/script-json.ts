// Quotes, what makes an escape, what could end the script, and halves of characters.
const ESCAPED = /["\\<\p{Cc}\p{Cs}]/u

/** A value as JSON that no text in it can end: a `<` inside would otherwise let a pet's name close the script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** A text as it stands between the quotes there. */
export function escapeScriptJson(text: string): string {
  return ESCAPED.test(text) ? scriptJson(text).slice(1, -1) : text
}
