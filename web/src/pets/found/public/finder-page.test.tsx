import catalogues from 'catalogues:finder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SITE } from '../../../../test/open-page.tsx'
import { showAlone } from '../../../../test/show-alone.tsx'
import { FinderPage } from './finder-page.tsx'

const FORM = { kind: 'form', petId: 'PET0000001', petName: 'Moti', photo: null, typed: {} } as const

const send = page.getByRole('button', { name: 'Send to the owner' })

/** Shows the form. Returns what the browser would send, each time that it would. */
async function openForm(): Promise<FormData[]> {
  const sent: FormData[] = []
  const keep = (event: SubmitEvent) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) sent.push(new FormData(event.target))
  }
  document.addEventListener('submit', keep)
  onTestFinished(() => document.removeEventListener('submit', keep))
  await showAlone(<FinderPage view={{ ...FORM, problem: null, fields: {} }} site={SITE} />, catalogues)
  return sent
}

// FND-2
test('a message that is sent at once waits for the place of its finder', async () => {
  const answers: PositionCallback[] = []
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) => void answers.push(found))
  const sent = await openForm()
  await page.getByRole('button', { name: 'Send my location' }).click()
  await expect.element(page.getByText('Looking for your location…')).toBeVisible()
  await send.click()
  expect(sent).toEqual([])
  const coords = { latitude: 18.507412345, longitude: 73.807654, accuracy: 11.2 }
  for (const answer of answers) answer({ coords } as GeolocationPosition)
  await expect.poll(() => sent.length).toBe(1)
  expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({ lat: '18.507412', lon: '73.807654', accuracy: '12' })
})

// FND-2, APP-14
test('a finder whose browser refuses the place has the focus on its button', async () => {
  const refusals: (() => void)[] = []
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((_, refuse) => {
    refusals.push(() => refuse?.({ code: 1 } as GeolocationPositionError))
  })
  await openForm()
  const locate = page.getByRole('button', { name: 'Send my location' })
  await locate.click()
  await expect.element(page.getByText('Looking for your location…')).toBeVisible()
  await expect.element(locate).toHaveFocus()
  for (const refuse of refusals) refuse()
  await expect.element(page.getByText(/^Your browser did not give us your location\./)).toBeVisible()
  await expect.element(locate).toHaveFocus()
})

// FND-2
test('a photo that is sent at once is made smaller first', async () => {
  const sent = await openForm()
  await page.getByText('Add a photo or your name').click()
  await page.getByLabelText('Photo').upload(await largePhoto())
  await send.click()
  await expect.poll(() => sent.length).toBe(1)
  const photo = sent[0]?.get('photo')
  const { width } = await createImageBitmap(photo as File)
  expect(width).toBe(2_048)
})

test.each([
  { kind: 'noThread' },
  { kind: 'noPet' },
  { kind: 'failed', message: 'Please try again.' },
  // FND-2
] as const)('a finder whom the page of kind $kind cannot help can call the helpline', async (view) => {
  await showAlone(<FinderPage view={view} site={SITE} />, catalogues)
  const call = page.getByRole('link', { name: `Call the helpline ${SITE.helplinePhone}` })
  await expect.element(call).toHaveAttribute('href', 'tel:+912055500100')
})

async function largePhoto(): Promise<File> {
  const canvas = new OffscreenCanvas(4_000, 3_000)
  canvas.getContext('2d')?.fillRect(0, 0, 4_000, 3_000)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'dog.jpg', { type: 'image/jpeg' })
}
