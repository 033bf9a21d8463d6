/** Until the first page's own code is here. */
export function FirstLoad() {
  return (
    <p className="visually-hidden" role="status">
      Loading…
    </p>
  )
}
