/** The rows of a list that is loaded whole, in an order as the contract names them; rows with the same value stay as they are. */
export function sortRows<Row>(
  rows: Row[],
  order: string,
  columns: Record<string, (row: Row) => string | number>,
): Row[] {
  const read = columns[order.replace(/-desc$/, '')]
  if (!read) return rows
  const direction = order.endsWith('-desc') ? -1 : 1
  return [...rows].sort((one, other) => direction * compare(read(one), read(other)))
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))
}
