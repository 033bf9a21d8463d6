// These functions run inside of a browser's page, so each uses nothing but its arguments.

export type Kind = 'button' | 'link' | 'field'

/** The first shown button, link or field whose text or label is this, or begins with it; null if there is none. */
export function findShown(kind: string, name: string): HTMLElement | null {
  const wanted = name.toLowerCase()
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
  const all = [...document.querySelectorAll<HTMLElement>({ button: 'button', link: 'a[href]' }[kind] ?? 'label, input')]
  const named = all
    .map((each) => ({
      element: each instanceof HTMLLabelElement ? each.control : each,
      text: plain(each.getAttribute('aria-label') ?? each.textContent),
    }))
    .filter(({ element }) => element && element.getClientRects().length > 0 && !element.matches(':disabled'))
  const found = named.find(({ text }) => text === wanted) ?? named.find(({ text }) => text.startsWith(wanted))
  found?.element?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found?.element ?? null
}

/** The payment provider's checkout. */
export function findCheckout(): HTMLElement | null {
  return document.querySelector('iframe.razorpay-checkout-frame')
}

/** Gives a field a value as an input by a person does. False if there is no such field. */
export function setValue(label: string, value: string): boolean {
  const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
  const field = [...document.querySelectorAll('label')].find((each) =>
    textOf(each).startsWith(label.toLowerCase()),
  )?.control
  if (!(field instanceof HTMLInputElement)) return false
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** Chooses the option that begins with this text. False if there is no such field or option. */
export function chooseOption(label: string, option: string): boolean {
  const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
  const field = [...document.querySelectorAll('label')].find((each) =>
    textOf(each).startsWith(label.toLowerCase()),
  )?.control
  if (!(field instanceof HTMLSelectElement)) return false
  const wanted = [...field.options].find((each) => textOf(each).startsWith(option.toLowerCase()))
  if (!wanted) return false
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(field, wanted.value)
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** True once the page has loaded and its scripts have taken it over. */
export function isTakenOver(): boolean {
  const main = document.querySelector('main')
  return document.readyState === 'complete' && Object.keys(main ?? {}).some((key) => key.startsWith('__reactProps'))
}

/** Everything that the page shows, its white space as single spaces. */
export function shownText(): string {
  return document.body.innerText.replace(/\s+/g, ' ')
}

/** By how many pixels the page is wider than its window. */
export function widthOutside(): number {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth - clientWidth
}

/** Counts the images in the window that have not been loaded, or could not be. */
export function imagesMissing(): number {
  return [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return top < innerHeight && bottom > 0 && !(image.complete && image.naturalWidth > 0)
  }).length
}
