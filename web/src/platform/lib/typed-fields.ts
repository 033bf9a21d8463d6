const FIELDS = 'form :is(input, textarea)'

const typed = new Set<HTMLInputElement | HTMLTextAreaElement>()

/** Remembers in which fields of forms somebody types. Call it once per page. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.matches(FIELDS)) typed.add(target as HTMLInputElement)
  })
}

/** True while the page shows a form with something that somebody has typed. */
export function hasTyped(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return [...typed].some(({ value }) => value !== '')
}
