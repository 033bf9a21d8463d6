const ARRIVES = 'arrives'

/** For the next document of this tab: it is the next step of the person, as a page within the app would be, and takes the focus. */
export function announceArrival(): void {
  window.name = ARRIVES
}

/** True once after `announceArrival`. */
export function takeArrival(): boolean {
  const isAnnounced = window.name === ARRIVES
  if (isAnnounced) window.name = ''
  return isAnnounced
}
