import type { PlainId } from '@petsetu/languages/translator.ts'

export type Tone = 'active' | 'expired' | 'cancelled' | 'pending' | 'brand'

export type StatusIcon = 'archive' | 'back' | 'check' | 'clock' | 'cross' | 'dashed' | 'hand' | 'hourglass' | 'progress'

/** The look of a status, as an entry of the registry of its noun. */
export type StatusLook = { label: PlainId; tone: Tone; icon: StatusIcon }

export function keysOf<Entries extends object>(registry: Entries): (keyof Entries & string)[] {
  return Object.keys(registry) as (keyof Entries & string)[]
}

export function isKeyOf<Entries extends object>(registry: Entries, key: unknown): key is keyof Entries & string {
  return typeof key === 'string' && Object.hasOwn(registry, key)
}

export function mapEntries<Key extends string, Entry, Value>(
  registry: Record<Key, Entry>,
  make: (entry: Entry, key: Key) => Value,
): Record<Key, Value> {
  const values = keysOf(registry).map((key) => [key, make(registry[key], key)])
  return Object.fromEntries(values) as Record<Key, Value>
}

export function labelsOf<Key extends string>(registry: Record<Key, { label: PlainId }>): Record<Key, PlainId> {
  return mapEntries(registry, ({ label }) => label)
}

/** A count for each name, such as `paid_complaints`; in a schema, the type of each. */
export function countsOf<Name extends string, Noun extends string, Count>(
  names: readonly Name[],
  noun: Noun,
  count: (name: Name) => Count,
): Record<`${Name}_${Noun}`, Count> {
  const counts = names.map((name) => [`${name}_${noun}`, count(name)])
  return Object.fromEntries(counts) as Record<`${Name}_${Noun}`, Count>
}
