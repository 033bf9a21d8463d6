const LINE_PX = 16

/** Makes the mouse wheel over a focused number field scroll the page instead of changing the number. Call it once per page. */
export function ignoreWheelOnNumbers(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'number') {
      target.addEventListener('wheel', scrollPage, { passive: false })
    }
  })
}

function scrollPage(event: WheelEvent): void {
  if (event.currentTarget !== document.activeElement) return
  event.preventDefault()
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
  scrollBy(event.deltaX * unit, event.deltaY * unit)
}
