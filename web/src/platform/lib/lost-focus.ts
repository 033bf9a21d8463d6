/** After the next render, if the focused element is gone or disabled, focuses what `find` finds by then. Otherwise the focus stays. */
export function focusIfLost(find: () => HTMLElement | null): void {
  requestAnimationFrame(() => setTimeout(() => isFocusLost() && find()?.focus({ preventScroll: true })))
}

function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches(':disabled')
}

/**
 * Called before work that disables the pressed button, which takes the focus from it. The returned function is for the end of the work: it
 * gives the focus back if nothing else has it by then.
 */
export function rememberFocus(): () => void {
  const pressed = document.activeElement as HTMLElement | null
  return () => focusIfLost(() => pressed)
}

/** The same for work that is one function. */
export function keepingFocus<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const giveFocusBack = rememberFocus()
    try {
      return await work(...args)
    } finally {
      giveFocusBack()
    }
  }
}
