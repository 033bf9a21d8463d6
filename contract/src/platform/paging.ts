/** The page that an address asks for. A second list on a page has a name of its own there. */
export function pageParam(params: URLSearchParams, name = 'page'): number {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

/** An empty list has one page. */
export function lastPage(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit))
}
