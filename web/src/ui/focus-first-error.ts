/** Leads the keyboard to the first field, in the order on screen, that has a message. */
export function focusFirstError(form: HTMLElement | null, errors: Record<string, unknown>): void {
  const fields = form?.querySelectorAll<HTMLElement>('[data-path]') ?? []
  const first = [...fields].find((field) => errors[field.dataset.path ?? ''])
  first?.focus()
}
