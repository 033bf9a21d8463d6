/** Focuses the first field, in the order on screen, that has an error, and unfolds it. False if the form has no such field. */
export function focusFirstError(form: HTMLElement | null, errors: Record<string, unknown>): boolean {
  const fields = form?.querySelectorAll<HTMLElement>('[data-path]') ?? []
  const first = [...fields].find((field) => errors[field.dataset.path ?? ''])
  first?.closest('details')?.setAttribute('open', '')
  first?.focus()
  return first !== undefined
}
