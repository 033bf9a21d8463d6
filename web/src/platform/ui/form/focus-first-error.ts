/** Focuses the first field, in the order on screen, that has an error. */
export function focusFirstError(form: HTMLElement | null, errors: Record<string, unknown>): void {
  const fields = form?.querySelectorAll<HTMLElement>('[data-path]') ?? []
  const first = [...fields].find((field) => errors[field.dataset.path ?? ''])
  first?.focus()
}
