/**
 * After the next render, if the focused element is gone or disabled, focuses `target` or the page's title. Otherwise the focus stays.
 */
export function restoreFocus(target: () => HTMLElement | null = () => document.querySelector('h1')): void {
  requestAnimationFrame(() => setTimeout(() => isFocusLost() && target()?.focus({ preventScroll: true })))
}

function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches(':disabled')
}
