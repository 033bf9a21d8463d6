const TOUCHES = ['pointerdown', 'focusin'] as const

/**
 * Calls back when somebody touches a form of the page, also if they are in it already: for what a form needs only then. Returns a function
 * that stops it.
 */
export function onFormTouch(listener: () => void): () => void {
  const look = (touched: EventTarget | null) => {
    if (touched instanceof Element && touched.closest('form')) listener()
  }
  const onTouch = ({ target }: Event) => look(target)
  look(document.activeElement)
  for (const touch of TOUCHES) document.addEventListener(touch, onTouch, { passive: true })
  return () => {
    for (const touch of TOUCHES) document.removeEventListener(touch, onTouch)
  }
}
