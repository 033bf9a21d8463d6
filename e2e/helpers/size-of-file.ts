import type { Locator } from '@playwright/test'

/** The bytes of the file that stands in a field. */
export function sizeOfFile(field: Locator): Promise<number> {
  return field.evaluate((input: HTMLInputElement) => input.files?.[0]?.size ?? 0)
}
