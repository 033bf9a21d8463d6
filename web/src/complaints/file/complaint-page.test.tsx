import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { FakeServer } from '../../../test/fake-server.ts'
import {
  FILED,
  filingServer,
  fillComplaint,
  letter,
  savedHeading,
  setOnline,
  submitButton,
} from '../../../test/filing.ts'
import { openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'
import { pageText } from '../../platform/languages/page-text.ts'
import { listWaiting, removeUnsent } from './unsent.ts'

const DAY_MS = 86_400_000

const moreDetails = page.getByText('More details, or hide your name')

const openForm = (): Promise<FakeServer> => openPage('/complaint', { server: filingServer() })

/** Files what is in the form, and does not pay; returns what was sent. */
async function file(server: FakeServer) {
  await submitButton.click()
  await expect.element(savedHeading).toBeVisible()
  const sent = server.requests(complaintCalls.submit)
  expect(sent).toHaveLength(1)
  return sent[0]
}

// CASE-1
test('whom to call stands above the complaint form', async () => {
  const site = { emergencyNumbers: [{ label: '', phone: '112' }] }
  await openPage('/complaint', { server: filingServer(), site })
  await expect.element(page.getByRole('link', { name: 'Call 112' })).toHaveAttribute('href', 'tel:112')
  const helpline = page.getByRole('link', { name: /^Call our helpline/ })
  await expect.element(helpline).toHaveAttribute('href', 'tel:+912055500100')
  const form = document.querySelector('form') ?? document.body
  expect(helpline.element().compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

// JRN-5, JRN-9
test('on a phone the emergency calls and the first field are on the first screen', async () => {
  await setWindow(360, 740)
  const site = { emergencyNumbers: [{ label: '', phone: '112' }] }
  await openPage('/complaint', { server: filingServer(), site })
  for (const shown of [page.getByRole('link', { name: 'Call 112' }), page.getByLabelText('Full name')]) {
    await expect.element(shown).toBeVisible()
    const { top, bottom } = shown.element().getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(740)
  }
})

// JRN-5, JRN-9, LNG-1
test('on a phone two numbers are shown, the others unfold, and the first field is seen', async () => {
  await setWindow(360, 740)
  const emergencyNumbers = [
    { label: '', phone: '112' },
    { label: 'पशु एम्बुलेंस', phone: '1962' },
    { label: 'पुलिस', phone: '100' },
    { label: 'नगर निगम', phone: '020 5550 0111' },
  ]
  await openPage('/complaint', { server: filingServer(), site: { emergencyNumbers }, language: 'hi' })
  const more = page.getByText(pageText('complaintForm.moreNumbers'), { exact: true })
  const name = page.getByLabelText(pageText('complaintForm.fullName'), { exact: true })
  for (const shown of [page.getByRole('link', { name: /1962/ }), more, name]) {
    await expect.element(shown).toBeVisible()
    expect(shown.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
  }
  const police = page.getByText(pageText('complaintForm.callNamed', { name: 'पुलिस', number: '100' }))
  await expect.element(police).not.toBeVisible()
  await more.click()
  await expect.element(police).toBeVisible()
  await expect.element(page.getByRole('link', { name: /हेल्पलाइन/ }).first()).toBeVisible()
  await page.viewport(1280, 800)
  await expect.element(more).not.toBeInTheDocument()
  await expect.element(police).toBeVisible()
})

// CASE-1
test('beside the fee stands that a report to the police is free, also on a phone', async () => {
  await setWindow(360, 740)
  await openPage('/complaint', { server: filingServer() })
  const fee = page.getByLabelText('Filing fee (₹)')
  await expect.element(fee).toHaveAccessibleDescription(/reporting to the police is free/)
  await expect.element(page.getByText(/reporting to the police is free/)).toBeVisible()
})

// JRN-9
test('the fields of a complaint come in their order, and all that was added is folded', async () => {
  await openForm()
  await expect.element(moreDetails).toBeVisible()
  const fields = ['Full name', 'Email', 'Phone', 'Cruelty', 'Location of incident', 'Date of incident', 'Description']
  const tops = [...fields, /^Supporting document/].map(
    (name) => page.getByLabelText(name).first().element().getBoundingClientRect().top,
  )
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  for (const later of [/Landmark/, /Do not show my name/]) {
    await expect.element(page.getByLabelText(later)).toBeInTheDocument()
    await expect.element(page.getByLabelText(later)).not.toBeVisible()
  }
})

// CASE-1, JRN-5
test('the usual types of complaint are choices, and only any other is typed', async () => {
  const server = await openForm()
  await fillComplaint()
  const choice = (name: string) => page.getByRole('radio', { name })
  const type = page.getByLabelText('In your own words')
  await expect.element(choice('Cruelty')).toBeChecked()
  await choice('Neglect').click()
  expect(type.query()).toBeNull()
  await choice('Other').click()
  await expect.element(type).toHaveValue('')
  await type.fill('Bite')
  await expect.element(choice('Other')).toBeChecked()
  await type.fill('A peacock on my roof')
  await expect.element(choice('Other')).toBeChecked()
  expect((await file(server))?.body.type_of_complaint).toBe('A peacock on my roof')
})

// CMP-1, CASE-1
test('on a phone the complaint form, its line and its title begin at one edge', async () => {
  await setWindow(360, 740)
  await openForm()
  const boxOf = (part: Locator) => part.element().getBoundingClientRect()
  const line = page.getByText(/^₹100 filing fee/)
  await expect.element(line).toBeVisible()
  const parts = [page.getByRole('heading', { level: 1 }), line, page.getByLabelText('Full name')]
  expect(new Set(parts.map((part) => boxOf(part).left)).size).toBe(1)
})

// CASE-1
test('the calls above the complaint form have a ground, and no frame in the frame', async () => {
  await openForm()
  const call = page.getByRole('link', { name: /^Call our helpline/ })
  await expect.element(call).toBeVisible()
  const { backgroundColor, borderTopColor } = getComputedStyle(call.element())
  const none = 'rgba(0, 0, 0, 0)'
  expect(borderTopColor).toBe(none)
  expect(backgroundColor).not.toBe(none)
})

// CASE-1
test('on a phone the ten types of a complaint stand in two columns of one width', async () => {
  await setWindow(360, 740)
  await openForm()
  const choices = page.getByRole('radiogroup', { name: /^Type of complaint/ }).getByRole('radio')
  await expect.poll(() => choices.elements()).toHaveLength(10)
  const lines = new Set(choices.elements().map((choice) => choice.parentElement?.offsetTop))
  expect(lines.size).toBeLessThanOrEqual(6)
  const widths = new Set(choices.elements().map((choice) => choice.parentElement?.offsetWidth))
  expect([...widths]).toHaveLength(1)
})

// CMP-1, CMP-3
test('a complaint without a type is not sent, and the choices take the focus', async () => {
  const server = await openForm()
  await page.getByLabelText('Full name').fill('Asha Rao')
  await page.getByLabelText('Email').fill('complainant@example.org')
  await page.getByLabelText('Phone').fill('+91 55500 12345')
  await submitButton.click()
  await expect.element(page.getByText('Type of complaint is required')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Cruelty' })).toHaveFocus()
  await expect.element(page.getByRole('radiogroup', { name: /^Type of complaint/ })).toHaveAttribute('aria-invalid')
  expect(server.requests(complaintCalls.submit)).toEqual([])
})

// CASE-1
test('on a phone one line says the fee and the days, and opens for the steps', async () => {
  await setWindow(360, 740)
  await openForm()
  const line = page.getByText(/^₹100 filing fee · we aim to act within 5 days/)
  await expect.element(line).toBeVisible()
  const form = document.querySelector('form') ?? document.body
  expect(line.element().compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const when = page.getByText(/^We aim to act within 5 days/)
  await expect.element(when).not.toBeVisible()
  await page.getByText('How it works').click()
  await expect.element(when).toBeVisible()
})

// CASE-1
test('today and yesterday are one tap away as the day of the incident', async () => {
  const server = await openForm()
  await fillComplaint()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  const yesterday = today(new Date(Date.now() - DAY_MS))
  await expect.element(page.getByLabelText('Date of incident')).toHaveValue(yesterday)
  await page.getByRole('button', { name: 'Today' }).click()
  expect((await file(server))?.body.date_of_incident).toBe(today())
})

// CASE-1
test('what nobody filled in does not go with the complaint', async () => {
  const server = await openForm()
  await fillComplaint()
  const sent = await file(server)
  for (const name of ['landmark', 'lat', 'lon', 'accuracy', 'offender', 'vehicle', 'witness', 'fir_number'] as const) {
    expect(sent?.body[name], name).toBeUndefined()
  }
  expect(sent?.files).toEqual([])
})

// CASE-1
test('the location goes with the complaint only after a tap', async () => {
  const coords = { latitude: 18.507412345, longitude: 73.807654, accuracy: 11.2 }
  const locate = vi
    .spyOn(navigator.geolocation, 'getCurrentPosition')
    .mockImplementation((found) => found({ coords } as GeolocationPosition))
  const server = await openForm()
  await fillComplaint()
  await moreDetails.click()
  const hint = page.getByText('Your location goes with the complaint only if you tap this button.')
  await expect.element(hint).toBeVisible()
  expect(locate).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect.element(page.getByText('Your location goes with the complaint, accurate to about 12 m.')).toBeVisible()
  expect((await file(server))?.body).toMatchObject({ lat: 18.507412, lon: 73.807654, accuracy: 12 })
})

const PLACE = { coords: { latitude: 18.507412345, longitude: 73.807654, accuracy: 11.2 } } as GeolocationPosition

/** Taps the button for a location that takes its time. Returns a function by which the device answers. */
async function startLocating(): Promise<() => void> {
  const answers: PositionCallback[] = []
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) => void answers.push(found))
  await moreDetails.click()
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect.element(page.getByText('Looking for your location…')).toBeVisible()
  return () => {
    for (const answer of answers) answer(PLACE)
  }
}

// CASE-1
test('a complaint that is sent at once waits for its location', async () => {
  const server = await openForm()
  await fillComplaint()
  const answer = await startLocating()
  await submitButton.click()
  await submitButton.click()
  answer()
  await expect.element(savedHeading).toBeVisible()
  expect(server.requests(complaintCalls.submit)).toMatchObject([{ body: { lat: 18.507412, accuracy: 12 } }])
})

// CASE-1
test('a location that comes too late goes with no complaint, and the page says so', async () => {
  const server = await openForm()
  await fillComplaint()
  const answer = await startLocating()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await submitButton.click()
  expect(server.requests(complaintCalls.submit)).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  await expect.element(savedHeading).toBeVisible()
  answer()
  expect(server.requests(complaintCalls.submit)[0]?.body.lat).toBeUndefined()
  expect(page.getByText(/^Your location goes with the complaint, /).query()).toBeNull()
})

// CASE-1
test('without a connection the location is kept with its complaint, not with the next', async () => {
  await openForm()
  await fillComplaint()
  const answer = await startLocating()
  setOnline(false)
  await page.getByRole('button', { name: 'Keep it and send it later' }).click()
  answer()
  await expect.element(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  const kept = await listWaiting()
  for (const one of kept) await removeUnsent(one)
  expect(kept).toMatchObject([{ values: { lat: '18.507412' } }])
  await expect.element(page.getByText(/^Your location goes with the complaint only if/)).toBeInTheDocument()
})

// CASE-1
test('a location that was taken back does not go with the complaint', async () => {
  const coords = { latitude: 18.507412345, longitude: 73.807654, accuracy: 11.2 }
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) =>
    found({ coords } as GeolocationPosition),
  )
  const server = await openForm()
  await fillComplaint()
  await moreDetails.click()
  await page.getByRole('button', { name: 'I am here' }).click()
  await page.getByRole('button', { name: 'Do not send it' }).click()
  await expect.element(page.getByRole('button', { name: 'I am here' })).toBeVisible()
  expect((await file(server))?.body.lat).toBeUndefined()
})

// CASE-1
test('without permission for the location the form says so, and works', async () => {
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((_, refuse) =>
    refuse?.({ code: 1 } as GeolocationPositionError),
  )
  await openForm()
  await moreDetails.click()
  await page.getByRole('button', { name: 'I am here' }).click()
  await expect.element(page.getByText(/^Your browser did not give us your location\./)).toBeVisible()
  await expect.element(submitButton).toBeEnabled()
})

// CASE-1
test('details are folded away until somebody wants them', async () => {
  const server = await openForm()
  await fillComplaint()
  const vehicle = page.getByLabelText('Vehicle')
  await expect.element(vehicle).not.toBeVisible()
  await moreDetails.click()
  await vehicle.fill('MH 12 AB 1234')
  await page.getByLabelText('FIR number').fill('0042/2026')
  await page.getByLabelText('Landmark').fill('Opposite the water tank')
  const sent = await file(server)
  expect(sent?.body).toMatchObject({
    ...{ vehicle: 'MH 12 AB 1234', fir_number: '0042/2026', landmark: 'Opposite the water tank' },
  })
  await expect.element(vehicle).toHaveValue('MH 12 AB 1234')
  expect(page.getByLabelText('Witness').query()).toBeNull()
})

const documentField = page.getByLabelText('Supporting document')
const removes = page.getByRole('button', { name: /^Remove / })
const addMore = page.getByRole('button', { name: 'Add more files' })

/** Adds files by the button, without the window in which the browser lets somebody choose them. */
async function add(...names: string[]): Promise<void> {
  const { promise: clicked, resolve } = Promise.withResolvers<HTMLInputElement>()
  const press = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    resolve(this)
  })
  await addMore.click()
  press.mockRestore()
  await userEvent.upload(await clicked, names.map(letter))
}

// CASE-1
test('up to five files go with a complaint', async () => {
  const server = await openForm()
  await fillComplaint()
  await documentField.upload(letter('one.pdf'))
  await add('two.pdf', 'three.pdf')
  await expect.element(removes).toHaveLength(3)
  await add('four.pdf', 'five.pdf', 'six.pdf')
  await expect.element(removes).toHaveLength(5)
  await expect.element(addMore).not.toBeInTheDocument()
  expect(page.getByText('six.pdf').query()).toBeNull()
  const names = (await file(server))?.files.map(({ name }) => name)
  expect(names).toEqual(['one.pdf', 'two.pdf', 'three.pdf', 'four.pdf', 'five.pdf'])
})

// CASE-1
test('each file of a complaint can be taken out', async () => {
  const server = await openForm()
  await fillComplaint()
  await documentField.upload(letter('one.pdf'))
  await add('two.pdf', 'three.pdf')
  await page.getByRole('button', { name: 'Remove three.pdf' }).click()
  await expect.element(removes).toHaveLength(2)
  await add('four.pdf')
  const shown = () => (documentField.element() as HTMLInputElement).value
  await expect.poll(shown).toMatch(/one\.pdf$/)
  await page.getByRole('button', { name: 'Remove one.pdf' }).click()
  await expect.poll(shown).toMatch(/two\.pdf$/)
  expect((await file(server))?.files.map(({ name }) => name)).toEqual(['two.pdf', 'four.pdf'])
  await expect.element(page.getByText('Supporting document: two.pdf, four.pdf')).toBeVisible()
})

// CASE-5
test('whoever does not want the name shown says so in the form', async () => {
  const server = await openForm()
  await fillComplaint()
  await moreDetails.click()
  await page.getByLabelText('Do not show my name').click()
  expect((await file(server))?.body.withhold_name).toBe(true)
  await expect.element(page.getByText('Your name is not shown.')).toBeVisible()
  await expect.element(page.getByText(String(FILED.complaint_id))).toBeVisible()
})

/** A photo of a camera: `side` px wide, turned by its Exif, with a place, and padded to its size in bytes. */
async function cameraPhoto(name: string, side: number, bytes: number): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side / 2 })
  canvas.getContext('2d')?.fillRect(0, 0, side, side / 2)
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'))
  if (!drawn) throw new Error('The browser draws no JPEG')
  const place = new TextEncoder().encode('N 18.507 E 73.807')
  const exif = new DataView(new ArrayBuffer(10 + 26 + place.length))
  exif.setUint32(0, 0xffe1_0000 + exif.byteLength - 2)
  // 'Exif', then a TIFF with one entry: turned by 90 degrees.
  exif.setUint32(4, 0x45786966)
  exif.setUint32(10, 0x4d4d002a)
  exif.setUint32(14, 8)
  exif.setUint16(18, 1)
  exif.setUint16(20, 0x0112)
  exif.setUint16(22, 3)
  exif.setUint32(24, 1)
  exif.setUint16(28, 6)
  new Uint8Array(exif.buffer).set(place, 36)
  const parts = [drawn.slice(0, 2), exif, drawn.slice(2), new Uint8Array(Math.max(0, bytes - drawn.size))]
  return new File(parts, name, { type: 'image/jpeg' })
}

// CMP-2, CASE-7
test('a photo that is too large is made smaller, upright, and keeps its place', async () => {
  const server = await openForm()
  await fillComplaint()
  const taken = await cameraPhoto('dog.jpg', 4_600, 8_000_000)
  await page.getByLabelText('Supporting document').upload(taken)
  const [sent] = (await file(server))?.files ?? []
  expect(sent?.name).toBe('dog.jpg')
  expect(sent?.size).toBeLessThan(5 * 1024 * 1024)
  const { width, height } = await createImageBitmap(sent ?? new Blob())
  expect([width, height]).toEqual([2_048, 4_096])
  expect(await sent?.text()).toContain('N 18.507 E 73.807')
})

// CMP-2, CASE-1
test('the form says that more than five files were left out', async () => {
  const server = await openForm()
  await fillComplaint()
  const names = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf', '7.pdf']
  await page.getByLabelText('Supporting document').upload(letter('first.pdf'))
  const more = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  await page.elementLocator(more ?? document.body).upload(names.map(letter))
  await expect.element(page.getByText('A complaint can have at most 5 files. The others were left out.')).toBeVisible()
  const sent = await file(server)
  expect(sent?.files.map(({ name }) => name)).toEqual(['first.pdf', '1.pdf', '2.pdf', '3.pdf', '4.pdf'])
})

// CMP-2
test('the day of the incident is shown in Indian order', async () => {
  await openForm()
  const day = page.getByLabelText('Date of incident')
  await expect.element(page.getByText('dd/mm/yyyy', { exact: true })).toBeVisible()
  await day.fill('2026-01-05')
  await page.getByLabelText('Full name').click()
  await expect.element(page.getByText('5 January 2026', { exact: true })).toBeVisible()
  await day.click()
  // The browser's own field, which takes digits, is there while somebody types.
  await expect.element(page.getByText('5 January 2026', { exact: true })).not.toBeVisible()
})

// CMP-2, CMP-3
test('the day of an incident in the year 26 is one in 2026', async () => {
  const server = await openForm()
  await fillComplaint()
  await page.getByLabelText('Date of incident').fill('0026-01-05')
  await page.getByLabelText('Full name').click()
  await expect.element(page.getByText('5 January 2026', { exact: true })).toBeVisible()
  expect((await file(server))?.body.date_of_incident).toBe('2026-01-05')
})

// CMP-2
test('on a phone whose clock is a day behind, today is no day in the future', async () => {
  const server = await openForm()
  await fillComplaint()
  const day = today()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - DAY_MS })
  await page.getByLabelText('Date of incident').fill(day)
  const sent = await file(server)
  vi.useRealTimers()
  expect(sent?.body.date_of_incident).toBe(day)
})
