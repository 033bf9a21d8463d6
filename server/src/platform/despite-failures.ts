/**
 * Does the work for each, one after the other. One that fails stops no other; all failures are thrown together at the end, in an
 * `AggregateError` that says of what they are.
 */
export async function eachDespiteFailures<Item>(
  items: Iterable<Item>,
  ofWhat: string,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${ofWhat} failed`)
}
