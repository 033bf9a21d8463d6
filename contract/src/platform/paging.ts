export function pageParam(params: URLSearchParams): number {
  const text = params.get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

/** An empty list has one page. */
export function lastPage(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit))
}
