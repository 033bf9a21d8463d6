/** True if a stored record already has every value of the update; fields that the update leaves out are ignored. */
export function holds(stored: object, update: object): boolean {
  const values = new Map(Object.entries(stored))
  return Object.entries(update).every(([field, value]) => value === undefined || values.get(field) === value)
}
