/**
 * `onMouseDown` of a button below fields that are checked when they are left: the field keeps the focus until the click is
 * done. Otherwise its message would appear between press and release, push the button away, and the click would be lost.
 */
export function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault()
}
