/** True if a stored record already has every value of the update; fields that the update leaves out are ignored. */
export function containsValues(stored: object, update: object): boolean {
  const values = new Map(Object.entries(stored))
  return Object.entries(update).every(([field, value]) => {
    const storedValue: unknown = values.get(field)
    if (isRecord(value) && isRecord(storedValue)) return containsValues(storedValue, value)
    return value === undefined || storedValue === value
  })
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
