// The checkout's page. It talks to the page around it by messages, checked for where they come from, and to its own
// server with the session that came with the page.
const opening = JSON.parse(document.body.dataset.opening)
const byId = (id) => document.getElementById(id)
const ways = [...document.querySelectorAll('[data-outcome]')]
const leave = byId('leave')

let options = { byEscape: true, asksFirst: false, canRetry: true }
// After the payment, closing needs no confirmation.
let isSettled = opening.problem !== null
let isBusy = false

function say(type, value) {
  parent.postMessage({ type, value }, opening.parent)
}

addEventListener('message', (event) => {
  if (event.origin !== opening.parent || event.source !== parent) return
  if (event.data?.type === 'options') show(event.data.value)
  if (event.data?.type === 'dismiss') dismiss()
})

function show(given) {
  options = given
  byId('name').textContent = options.name || 'Checkout'
  byId('description').textContent = options.description ?? ''
  paint(options.theme?.color)
  const contacts = ['name', 'email', 'contact'].map((field) => options.prefill?.[field]).filter(Boolean)
  byId('contacts').replaceChildren(...contacts.map(listItem))
  byId('payer').hidden = contacts.length === 0
  if (options.timeout > 0 && !isSettled) countDown(Date.now() + options.timeout * 1_000)
  // Only now, because the payer's contacts have moved the buttons: an earlier click could miss them.
  for (const button of [byId('dismiss'), ...ways]) button.disabled = false
}

function listItem(text) {
  const item = document.createElement('li')
  item.textContent = text
  return item
}

// The merchant's colour carries text: black or white, whichever stands out more.
function paint(color) {
  if (!/^#[0-9a-f]{6}$/i.test(color ?? '')) return
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  document.documentElement.style.setProperty('--theme', color)
  document.documentElement.style.setProperty(
    '--on-theme',
    1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? '#fff' : '#000',
  )
}

function countDown(end) {
  const left = byId('left')
  left.hidden = false
  const tick = setInterval(() => {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1_000))
    left.textContent = `Time left ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    if (isSettled) left.hidden = true
    if (isSettled || seconds === 0) clearInterval(tick)
    if (!isSettled && seconds === 0) say('dismissed', 'timeout')
  }, 250)
}

for (const way of ways) way.addEventListener('click', () => pay(way))

async function pay(way) {
  if (isBusy) return
  setBusy(true)
  tell('status', 'Asking the bank …')
  const answer = await ask(way.dataset)
  setBusy(false)
  if (answer.paid) paid(answer.paid, 'untold' in way.dataset)
  else if (answer.silent) tell('status', 'The bank has not answered. Close this, or try again.')
  else failed(answer.failed)
}

async function ask({ outcome, international }) {
  const { email, contact } = options.prefill ?? {}
  const fields = {
    session: opening.session,
    outcome,
    international: international !== undefined,
    email,
    contact,
    description: options.description,
  }
  try {
    const response = await fetch('/v1/checkout/payments', { method: 'POST', body: JSON.stringify(fields) })
    const body = await response.json()
    return response.ok ? body : { failed: body.error }
  } catch {
    return { failed: { code: 'SERVER_ERROR', description: 'The provider cannot be reached.', metadata: {} } }
  }
}

function paid(reply, isUntold) {
  isSettled = true
  if (!isUntold) return say('paid', reply)
  end('Paid. You can close this tab now.')
}

function failed(error) {
  tell('alert', `The payment failed: ${error.description}${options.canRetry ? ' You can try again.' : ''}`)
  say('failed', error)
  if (!options.canRetry) end('')
}

// Removes the payment buttons; only closing is left.
function end(words) {
  isSettled = true
  byId('ways').hidden = true
  if (words) tell('status', words)
  byId('says').focus()
}

function tell(id, words) {
  for (const other of ['alert', 'status']) byId(other).textContent = other === id ? words : ''
  byId('says').scrollIntoView({ block: 'nearest' })
}

function setBusy(busy) {
  isBusy = busy
  for (const way of ways) way.setAttribute('aria-disabled', String(busy))
}

function dismiss() {
  if (options.asksFirst && !isSettled) leave.showModal()
  else say('dismissed')
}

byId('dismiss').addEventListener('click', dismiss)
leave.addEventListener('close', () => {
  if (leave.returnValue === 'leave') say('dismissed')
  leave.returnValue = ''
})

addEventListener('keydown', (event) => {
  if (event.key === 'Tab') keepFocus(event)
  if (event.key !== 'Escape' || leave.open || options.byEscape === false) return
  event.preventDefault()
  dismiss()
})

// Keeps the focus inside the frame.
function keepFocus(event) {
  const root = leave.open ? leave : document
  const controls = [...root.querySelectorAll('button')].filter((button) => button.checkVisibility())
  const [first, last] = [controls[0], controls.at(-1)]
  const isInside = controls.includes(document.activeElement)
  const leaves = event.shiftKey ? document.activeElement === first || !isInside : document.activeElement === last
  if (!leaves) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next.focus()
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: opening.currency || 'INR' })
byId('amount').textContent = rupees.format(opening.amount / 100)
if (opening.problem !== null) {
  byId('ways').hidden = true
  tell('alert', opening.problem)
}
say('ready')
