/** Things that can be paid for. Adding one is a type error wherever something is missing for it. */
export const PURPOSES = ['complaint', 'membership', 'donation'] as const
export type Purpose = (typeof PURPOSES)[number]

/** One value for each purpose. */
export function byPurpose<T>(make: (purpose: Purpose) => T): Record<Purpose, T> {
  return Object.fromEntries(PURPOSES.map((purpose) => [purpose, make(purpose)])) as Record<Purpose, T>
}
