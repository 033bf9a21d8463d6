import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer, rejected } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
const PHOTO: Photo = {
  id: 1,
  width: 600,
  height: 800,
  color: '#888888',
  urls: { small: PIXEL, medium: PIXEL, large: PIXEL },
}

const chooser = page.getByRole('button', { name: 'Choose photos' })
const chosen = page.getByText('front.jpg', { exact: true })

/** The form of a new pet, with a photo chosen from the gallery, whose field is hidden behind its button. */
async function openWithPhoto(): Promise<FakeServer> {
  const server = new FakeServer().on(petCalls.create, MOTI).on(photoCalls.add, PHOTO)
  await openPage('/user/pet-form', { as: OWNER, server })
  await expect.element(chooser).toBeVisible()
  const field = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  const files = new DataTransfer()
  files.items.add(new File(['front'], 'front.jpg', { type: 'image/jpeg' }))
  if (field) field.files = files.files
  field?.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(chosen).toBeVisible()
  return server
}

async function fillPet(): Promise<void> {
  for (const [label, value] of [
    ['Pet name', MOTI.petName],
    ['Pet type', MOTI.petType],
    ['Pet age', MOTI.petAge],
    ['Location', MOTI.location],
    ['Address', MOTI.address],
    ['Contact details', MOTI.contactDetails],
  ] as const)
    await page.getByLabelText(label).fill(value)
}

// PHO-4, PET-8
test('a photo chosen in the form of a new pet is sent once the pet is saved', async () => {
  const server = await openWithPhoto()
  await fillPet()
  expect(server.requests(photoCalls.add)).toEqual([])
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.element(page.getByRole('img', { name: 'Photo 1 of Moti' })).toBeVisible()
  expect(server.requests(photoCalls.add).map(({ files }) => files[0]?.name)).toEqual(['front.jpg'])
  // The photos of the saved pet are the only ones on the page.
  expect(chooser.elements()).toHaveLength(1)

  await page.getByRole('button', { name: 'Add another pet' }).click()
  await expect.element(page.getByRole('img', { name: 'Photo 1 of Moti' })).not.toBeInTheDocument()
  await expect.element(chooser).toBeVisible()
  await expect.element(chosen).not.toBeInTheDocument()
})

// PHO-4
test('a photo that fails after the next pet was begun is told with its pet’s name', async () => {
  const server = await openWithPhoto()
  const sent = Promise.withResolvers<Photo>()
  server.on(photoCalls.add, async () => {
    await sent.promise
    return rejected(503, 'busy', 'The server is busy.')
  })
  await fillPet()
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.poll(() => server.requests(photoCalls.add).length).toBe(1)
  await page.getByRole('button', { name: 'Add another pet' }).click()
  await expect.element(page.getByRole('heading', { name: 'Add a photo of Moti' })).not.toBeInTheDocument()
  sent.resolve(PHOTO)
  await expect.element(page.getByRole('alert').getByText(/^Moti: front\.jpg/)).toBeVisible()
})

// PHO-4
test('a photo that is taken out while the pet is being saved is not sent', async () => {
  const server = await openWithPhoto()
  const saved = Promise.withResolvers<Pet>()
  server.on(petCalls.create, () => saved.promise)
  await fillPet()
  await page.getByRole('button', { name: 'Add Pet' }).click()
  await expect.poll(() => server.requests(petCalls.create).length).toBe(1)
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect.element(chosen).not.toBeInTheDocument()
  saved.resolve(MOTI)
  await expect.element(page.getByRole('heading', { name: 'Add a photo of Moti' })).toBeVisible()
  expect(page.getByText(/front\.jpg/).elements()).toEqual([])
  expect(server.requests(photoCalls.add)).toEqual([])
})

// PHO-4, APP-14
test('the keyboard goes to the buttons for photos once the only photo is taken out', async () => {
  await openWithPhoto()
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect.element(chosen).not.toBeInTheDocument()
  await expect.element(chooser).toHaveFocus()
})

// PHO-4
test('chosen photos say that they go when the page is loaded again', async () => {
  await openWithPhoto()
  const hint = page.getByText('If you reload this page or change its language, please choose the photos again.')
  await expect.element(hint).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect.element(hint).not.toBeInTheDocument()
})

// PHO-4, PET-6
test('Cancel takes the chosen photos out of the form of a new pet', async () => {
  await openWithPhoto()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(chosen).not.toBeInTheDocument()
  await expect.element(chooser).toBeVisible()
})
