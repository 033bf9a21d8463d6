import { careCalls } from '@petsetu/contract/pets/care.ts'
import { PHOTO_BYTES_MAX } from '@petsetu/contract/pets/pet-pictures.ts'
import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer, rejected } from '../../../test/fake-server.ts'
import { ADMIN, closePage, OWNER, openPage } from '../../../test/open-page.tsx'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
const photos = page.getByRole('img', { name: /^Photo \d of Moti$/ })
const question = page.getByRole('dialog')

function aPhoto(id: number): Photo {
  const url = `${PIXEL}#${id}`
  return { id, width: 600, height: 800, color: '#888888', urls: { small: url, medium: url, large: url } }
}

/** The form of a pet with photos of these ids. */
async function openPhotos(ids: number[], server = new FakeServer()): Promise<FakeServer> {
  server.on(petCalls.read, { ...MOTI, photos: ids.map(aPhoto) }).on(careCalls.list, [])
  await openPage('/user/pet-form?id=42', { as: OWNER, server })
  await expect.element(page.getByRole('heading', { name: 'Photos' })).toBeVisible()
  return server
}

/** Chooses files from the gallery, whose field is hidden behind its button. */
function choose(...files: File[]): void {
  const field = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])')
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  if (field) field.files = chosen.files
  field?.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A picture that `draw` has drawn. */
async function drawn(name: string, width: number, height: number, draw?: (context: CanvasRenderingContext2D) => void) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context) draw?.(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob ?? ''], name, { type: 'image/png' })
}

/** Noise does not compress. */
function fillWithNoise(context: CanvasRenderingContext2D): void {
  const { width, height } = context.canvas
  const pixels = new Uint32Array(width * height).map(() => Math.random() * 0x1000000 + 0xff000000)
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0)
}

function shownPhotos(): string[] {
  return photos.elements().map((photo) => photo.getAttribute('src')?.split('#')[1] ?? '')
}

// PHO-4
test('a photo alone cannot be moved, and one of two can', async () => {
  const earlier = page.getByRole('button', { name: /forward/ })
  await openPhotos([1])
  await expect.element(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  expect(earlier.elements()).toEqual([])
  await closePage()
  await openPhotos([1, 2])
  await expect.poll(() => earlier.elements().length).toBe(2)
})

// PHO-4
test('beside a photo alone, the button for more begins where the photo does', async () => {
  await openPhotos([1])
  const button = page.getByText('Choose photos')
  await expect.element(button).toBeVisible()
  const { top } = photos.element().getBoundingClientRect()
  const box = (button.element().closest('label, button') ?? button.element()).getBoundingClientRect()
  expect(Math.abs(box.top - top)).toBeLessThanOrEqual(4)
})

// PHO-4
test('chosen photos are added in their order, and the first is the main one', async () => {
  const server = await openPhotos([])
  let id = 0
  server.on(photoCalls.add, () => aPhoto(++id))
  choose(await drawn('front.png', 60, 80), await drawn('side.png', 60, 80))
  await expect.poll(shownPhotos).toEqual(['1', '2'])
  await expect.element(page.getByText('Main photo')).toBeVisible()
  expect(server.requests(photoCalls.add).map(({ files }) => files[0]?.name)).toEqual(['front.png', 'side.png'])
})

// PHO-4, PHO-2
test('a photo that is larger than the server takes is made smaller before it is sent', async () => {
  const large = await drawn('moti.png', 2_200, 1_650, fillWithNoise)
  expect(large.size).toBeGreaterThan(PHOTO_BYTES_MAX)
  const server = await openPhotos([], new FakeServer().on(photoCalls.add, aPhoto(1)))
  choose(large)
  await expect.poll(shownPhotos).toEqual(['1'])
  const [sent] = server.requests(photoCalls.add).flatMap(({ files }) => files)
  expect(sent?.size).toBeLessThan(PHOTO_BYTES_MAX)
  const { width, height } = await createImageBitmap(sent ?? large)
  expect([width, height]).toEqual([2_048, 1_536])
})

// PHO-4
test('the keyboard stays with a photo that it moves', async () => {
  const server = await openPhotos([1, 2])
  server.on(photoCalls.order, ({ body }) => body.order.map(aPhoto))
  const forward = page.getByRole('button', { name: 'Move photo 2 forward' })
  await expect.element(forward).toBeVisible()
  // The title takes the focus a moment after it is shown.
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  forward.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownPhotos).toEqual(['2', '1'])
  await expect.element(page.getByRole('button', { name: 'Move photo 1 back' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownPhotos).toEqual(['1', '2'])
})

/** Opens photos and waits until the title has taken the focus, which it does a moment after it is shown. */
async function openWithFocus(ids: number[], server: FakeServer): Promise<void> {
  await openPhotos(ids, server)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
}

// PHO-4, APP-14
test('the keyboard goes on with the photo that follows a removed one', async () => {
  await openWithFocus([1, 2, 3], new FakeServer().on(photoCalls.remove, undefined))
  for (const [removed, next] of [
    ['Remove photo 2', 'Remove photo 2'],
    ['Remove photo 2', 'Remove photo 1'],
    ['Remove photo 1', 'Choose photos'],
  ] as const) {
    const count = shownPhotos().length
    await page.getByRole('button', { name: removed }).click()
    await question.getByRole('button', { name: 'Remove photo' }).click()
    await expect.poll(() => shownPhotos().length).toBe(count - 1)
    await expect.element(page.getByRole('button', { name: next })).toHaveFocus()
  }
})

// PHO-4, APP-14
test('the keyboard stays with the photos when the last one that fits is added', async () => {
  await openWithFocus([1, 2, 3], new FakeServer().on(photoCalls.add, aPhoto(4)))
  page.getByRole('button', { name: 'Choose photos' }).element().focus()
  choose(await drawn('front.png', 60, 80))
  await expect.element(page.getByRole('button', { name: 'Remove photo 3' })).toHaveFocus()
  await expect.poll(shownPhotos).toEqual(['1', '2', '3', '4'])
})

// PHO-4
test('a photo that arrives while the order is being saved stays on the page', async () => {
  const server = await openPhotos([1, 2])
  const ordered = Promise.withResolvers<Photo[]>()
  server.on(photoCalls.order, () => ordered.promise).on(photoCalls.add, aPhoto(3))
  await page.getByRole('button', { name: 'Move photo 2 forward' }).click()
  await expect.poll(() => server.requests(photoCalls.order).length).toBe(1)
  choose(await drawn('side.png', 60, 80))
  await expect.poll(shownPhotos).toEqual(['1', '2', '3'])
  ordered.resolve([aPhoto(2), aPhoto(1)])
  await expect.poll(shownPhotos).toEqual(['2', '1', '3'])
})

// PHO-4
test('a photo is moved although another device has added one and removed one', async () => {
  const server = await openPhotos([1, 2, 3])
  const there = [1, 3, 4]
  server.on(petCalls.read, { ...MOTI, photos: there.map(aPhoto) })
  server.on(photoCalls.order, ({ body: { order } }) =>
    there.every((id) => order.includes(id)) && order.length === there.length
      ? order.map(aPhoto)
      : rejected(400, 'wrong_photo_order', 'The order must name each photo of the pet once.'),
  )
  await page.getByRole('button', { name: 'Move photo 3 forward' }).click()
  await expect
    .poll(() => server.requests(photoCalls.order).map(({ body }) => body.order))
    .toEqual([
      [1, 3, 2],
      [1, 3, 4],
    ])
  await expect.poll(shownPhotos).toEqual(['1', '3', '4'])
})

// PHO-4
test('a file that is no photo is named with the reason, and can be left out', async () => {
  const reason = 'Only JPEG, PNG or WebP photos are allowed.'
  await openPhotos([], new FakeServer().on(photoCalls.add, rejected(400, 'photo_wrong_type', reason)))
  choose(new File(['Dear Moti'], 'letter.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText(`letter.jpg: ${reason}`)).toBeVisible()
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await expect.element(page.getByText(/letter\.jpg/)).not.toBeInTheDocument()
})

// PHO-4
test('a photo is removed after a question, and the next one becomes the main photo', async () => {
  const server = await openPhotos([1, 2], new FakeServer().on(photoCalls.remove, undefined))
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await question.getByRole('button', { name: 'Remove photo' }).click()
  await expect.poll(shownPhotos).toEqual(['2'])
  await expect.element(page.getByText('Main photo')).toBeVisible()
  expect(server.requests(photoCalls.remove).map(({ params }) => params.photoId)).toEqual([1])
})

// PHO-4
test('a photo that is gone already disappears when it is removed', async () => {
  const gone = rejected(404, 'photo_not_found', 'Photo not found')
  await openPhotos([1, 2], new FakeServer().on(photoCalls.remove, gone))
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await question.getByRole('button', { name: 'Remove photo' }).click()
  await expect.poll(shownPhotos).toEqual(['2'])
})

// PHO-4
test('of three photos, two that are removed at the same time both disappear', async () => {
  const bothAsked = Promise.withResolvers<void>()
  const server = await openPhotos([1, 2, 3])
  server.on(photoCalls.remove, () => {
    if (server.requests(photoCalls.remove).length === 2) bothAsked.resolve()
    return bothAsked.promise
  })
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: `Remove photo ${number}` }).click()
    await question.getByRole('button', { name: 'Remove photo' }).click()
    await expect.element(question).not.toBeInTheDocument()
  }
  await expect.poll(shownPhotos).toEqual(['3'])
})

// PHO-4
test('photos can be added where the browser makes no random ids, as without TLS', async () => {
  const { randomUUID } = Crypto.prototype
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  try {
    await openPhotos([], new FakeServer().on(photoCalls.add, aPhoto(1)))
    choose(await drawn('front.png', 60, 80))
    await expect.poll(shownPhotos).toEqual(['1'])
  } finally {
    Object.assign(Crypto.prototype, { randomUUID })
  }
})

// PHO-4
test('an admin adds a photo to a pet that was just registered', async () => {
  const server = new FakeServer().on(petCalls.create, MOTI).on(photoCalls.add, aPhoto(1))
  await openPage('/admin/pets/add', { as: ADMIN, server })
  await page.getByLabelText('Pet name').fill('Moti')
  for (const label of ['Pet type', 'Pet age', 'Location', 'Address', 'Contact details'])
    await page.getByLabelText(label).fill('98765 43210')
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByRole('heading', { name: 'Add a photo of Moti' })).toBeVisible()
  choose(await drawn('front.png', 60, 80))
  await expect.element(page.getByRole('img', { name: 'Photo 1 of Moti' })).toBeVisible()
  expect(server.requests(photoCalls.add).map(({ params }) => params.id)).toEqual([{ id: MOTI.id }])
})
