import { pageParam } from '@petsetu/contract/platform/paging.ts'

/** Reads one value of an address, as a schema does. A value that it refuses counts as missing. */
type Field = { safeParse: (value: unknown) => { success: boolean; data?: unknown } }

type ValueOf<F extends Field> = [Extract<ReturnType<F['safeParse']>['data'], string>] extends [never]
  ? string
  : Extract<ReturnType<F['safeParse']>['data'], string>

type Values<Fields extends Record<string, Field>> = { [Name in keyof Fields]: ValueOf<Fields[Name]> }

/** The filter of a list. An empty text means any; a field that has a usual value is never empty. */
type Chosen<Fields extends Record<string, Field>, Usual> = {
  [Name in keyof Fields]: ValueOf<Fields[Name]> | (Name extends keyof Usual ? never : '')
}

type Query<Fields extends Record<string, Field>, Usual> = Partial<Values<Fields>> & {
  [Name in keyof Fields & keyof Usual]: ValueOf<Fields[Name]>
}

/** The filter that the functions of a list read and write, with the page. */
export type FilterOf<List extends { filterIn: (search: URLSearchParams) => unknown }> = ReturnType<List['filterIn']>

/**
 * The filter of a list as its address holds it. `fields` reads each value, in the order in which they stand in an address; `usual` are
 * the values of an address without them.
 */
export function listFilter<
  Fields extends Record<string, Field>,
  Usual extends Partial<Values<Fields>> = Record<never, never>,
>(fields: Fields, usual: () => Usual = () => ({}) as Usual) {
  type Filter = Chosen<Fields, Usual> & { page: number }
  const names = Object.keys(fields)
  const chosenOf = (filter: object) =>
    names.flatMap((name): [string, string][] => {
      const value = (filter as Record<string, string | undefined>)[name]
      return value ? [[name, value]] : []
    })

  /** The filter in an address. Values that no field could hold are dropped; values that contradict each other are kept. */
  function filterIn(search: URLSearchParams): Filter {
    const given: [string, string][] = names.flatMap((name) => {
      const text = search.get(name)
      const read = text ? fields[name]?.safeParse(text) : undefined
      if (!text || !read?.success) return []
      return [[name, typeof read.data === 'string' ? read.data : text]]
    })
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    return { ...empty, ...usual(), ...Object.fromEntries(given), page: pageParam(search) } as Filter
  }

  /** The filter as parameters of an address. The usual values and the first page are left out. */
  function addressOf(filter: Partial<Filter>): Record<string, string | number> {
    const standard = Object.entries(usual())
    const named = chosenOf(filter).filter(
      ([name, value]) => !standard.some(([of, one]) => of === name && one === value),
    )
    const { page = 1 }: { page?: number } = filter
    return { ...Object.fromEntries(named), ...(page > 1 && { page }) }
  }

  /** The filter as calls take it, which know no page of the screen. */
  function queryOf(filter: Chosen<Fields, Usual>): Query<Fields, Usual> {
    return Object.fromEntries(chosenOf(filter)) as Query<Fields, Usual>
  }

  return { filterIn, addressOf, queryOf }
}

/** True for a period that ends before it begins: no row lies in it. An empty text is no day. */
export function endsBeforeStart({ from, to }: { from: string; to: string }): boolean {
  return to !== '' && to < from
}

/** Takes any text. */
export const ANY_TEXT = fieldFrom((text) => text)

/** A field that is read by a function; null refuses the text. */
export function fieldFrom<Value extends string>(read: (text: string) => Value | null) {
  return {
    safeParse(text: unknown): { success: boolean; data?: Value } {
      const data = read(String(text))
      return data === null ? { success: false } : { success: true, data }
    },
  }
}
