// The provider's checkout script as the sandbox serves it: one global, Razorpay. The checkout itself is a page of the
// sandbox's origin in a frame; this script only shows the frame and passes on what it says.
;(() => {
  const ORIGIN = new URL(document.currentScript.src).origin
  const READY_MS_MAX = 15_000

  class Razorpay {
    #options
    #listeners = new Map()
    #shown = null

    constructor(options) {
      if (!options?.key) throw new Error('No key passed')
      this.#options = options
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    open() {
      this.#shown ??= showFrame(this.#options, {
        paid: (reply) => this.#end(() => finish(this.#options, reply)),
        failed: (error) => this.#emit('payment.failed', { error }),
        dismissed: (reason) => this.#end(() => this.#options.modal?.ondismiss?.(reason)),
      })
      return this
    }

    close() {
      this.#end(() => {})
      return this
    }

    // Restore the page before the merchant's handler runs.
    #end(tell) {
      if (!this.#shown) return
      this.#shown.remove()
      this.#shown = null
      tell()
    }

    #emit(event, value) {
      for (const listener of this.#listeners.get(event) ?? []) listener(value)
      if (event === 'payment.failed' && this.#options.redirect && this.#options.callback_url) {
        const { metadata, ...rest } = value.error
        const fields = Object.entries({ ...rest, metadata: JSON.stringify(metadata ?? {}) })
        postForm(this.#options.callback_url, Object.fromEntries(fields.map(([name, text]) => [`error[${name}]`, text])))
      }
    }
  }

  function finish(options, reply) {
    if (options.callback_url && (options.redirect || !options.handler)) postForm(options.callback_url, reply)
    else options.handler?.(reply)
  }

  function postForm(address, fields) {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = address
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      Object.assign(input, { type: 'hidden', name, value })
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }

  function showFrame(options, hears) {
    const { dialog, frame } = buildDialog(options)
    const before = { focus: document.activeElement, overflow: document.documentElement.style.overflow, still: [] }
    let isReady = false

    function say(message) {
      frame.contentWindow?.postMessage(message, ORIGIN)
    }

    function onMessage(event) {
      if (event.origin !== ORIGIN || event.source !== frame.contentWindow) return
      const { type, value } = event.data ?? {}
      if (type === 'ready') {
        isReady = true
        say({ type: 'options', value: plainOptions(options) })
        frame.focus()
      } else if (Object.hasOwn(hears, type)) hears[type](value)
    }

    // Escape while the focus is still in this page; in the frame, the frame hears it.
    function onKey(event) {
      if (event.key !== 'Escape' || options.modal?.escape === false) return
      event.preventDefault()
      event.stopPropagation()
      if (isReady) say({ type: 'dismiss' })
      else hears.dismissed()
    }

    function onFocus(event) {
      if (!dialog.contains(event.target)) frame.focus()
    }

    addEventListener('message', onMessage)
    addEventListener('keydown', onKey, true)
    addEventListener('focusin', onFocus, true)
    const waiting = setTimeout(() => isReady || hears.dismissed('unreachable'), READY_MS_MAX)
    for (const element of document.body.children) {
      if (element.inert) continue
      element.inert = true
      before.still.push(element)
    }
    document.documentElement.style.overflow = 'hidden'
    document.body.append(dialog)
    frame.focus()

    return {
      remove() {
        clearTimeout(waiting)
        removeEventListener('message', onMessage)
        removeEventListener('keydown', onKey, true)
        removeEventListener('focusin', onFocus, true)
        dialog.remove()
        for (const element of before.still) element.inert = false
        document.documentElement.style.overflow = before.overflow
        before.focus?.focus?.({ preventScroll: true })
      },
    }
  }

  // Styles are set one by one: a page whose policy refuses style text still shows the checkout.
  function buildDialog(options) {
    const dialog = document.createElement('div')
    dialog.className = 'razorpay-container'
    dialog.setAttribute('role', 'dialog')
    dialog.setAttribute('aria-modal', 'true')
    dialog.setAttribute('aria-label', `Checkout of ${options.name ?? 'the payment'}`)
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'grid',
      placeItems: 'center',
      background: 'rgb(10 16 18 / 0.6)',
    })
    const frame = document.createElement('iframe')
    frame.className = 'razorpay-checkout-frame'
    frame.title = 'Checkout'
    const query = { key: options.key, order_id: options.order_id ?? '', amount: options.amount ?? '' }
    const rest = { currency: options.currency ?? 'INR', parent: location.origin }
    frame.src = `${ORIGIN}/v1/checkout?${new URLSearchParams({ ...query, ...rest })}`
    Object.assign(frame.style, { width: '100%', height: '100%', border: '0', background: '#ffffff' })
    // Full screen on a phone.
    if (matchMedia('(min-width: 30rem)').matches) {
      Object.assign(frame.style, { width: '26rem', height: 'min(46rem, 100%)', borderRadius: '12px' })
    }
    dialog.append(frame)
    return { dialog, frame }
  }

  // Functions cannot be sent to a frame, and it needs none of them.
  function plainOptions({ name, description, prefill, theme, retry, timeout, modal }) {
    const { escape: byEscape = true, confirm_close: asksFirst = false } = modal ?? {}
    const plain = { name, description, prefill, theme, timeout, byEscape, asksFirst }
    return JSON.parse(JSON.stringify({ ...plain, canRetry: (retry?.enabled ?? retry) !== false }))
  }

  globalThis.Razorpay = Razorpay
})()
