import { focusIfLost } from '../../lib/lost-focus.ts'

/**
 * After the next render, if the focused element is gone or disabled, focuses `target` or the page's title. Otherwise the focus stays.
 */
export function restoreFocus(target: () => HTMLElement | null = () => document.querySelector('h1')): void {
  focusIfLost(target)
}
