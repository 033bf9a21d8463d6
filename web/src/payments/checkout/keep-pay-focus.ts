import { payFlow } from './pay-flow.ts'
import type { PayPlace } from './pay-state.ts'

/**
 * Gives the focus back to the button that pays here, which is disabled during a payment. Loaded after the page, which has no room for it, nor
 * for the chunk of `lost-focus.ts`.
 */
export function keepPayFocus(place: PayPlace): void {
  const flow = payFlow(place)
  let pressed: Element | null = null
  flow.subscribe(() => {
    if (flow.state().activity) {
      pressed ??= document.activeElement
      return
    }
    const target = pressed
    pressed = null
    // After the next render, in which the button can be pressed again.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (document.activeElement === document.body && target instanceof HTMLElement)
          target.focus({ preventScroll: true })
      }),
    )
  })
}
