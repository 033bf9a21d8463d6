type Written<Value> = Value extends Date ? string : Value

/** A row as the calls reply with it: its times are texts in ISO 8601. */
export function isoTimes<Row extends object>(row: Row): { [Name in keyof Row]: Written<Row[Name]> } {
  const written = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(written)
}
