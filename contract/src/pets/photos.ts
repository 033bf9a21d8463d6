import { z } from 'zod'
import { call } from '../platform/call.ts'
import { Id, InternalId, NO_CONTENT } from '../platform/envelope.ts'
import { problem } from '../platform/problem.ts'
import { PHOTO_PATH, PHOTOS_A_PET_MAX } from './pet-pictures.ts'
import { PetKey, Photo } from './pet-schemas.ts'

const byPet = z.object({ id: PetKey })

export const photoCalls = {
  add: call({
    method: 'POST',
    path: '/pets/{id}/photos',
    access: 'owner',
    duty: 'pets',
    summary: `Add a photo (JPEG, PNG or WebP, at most 10 MB and 50 megapixels) to a pet, which has up to ${PHOTOS_A_PET_MAX}`,
    params: byPet,
    body: z.object({}),
    multipart: 'photo',
    maxConcurrent: 2,
    idempotent: true,
    reply: Photo,
    status: 201,
  }),
  order: call({
    method: 'PUT',
    path: '/pets/{id}/photos',
    access: 'owner',
    duty: 'pets',
    summary: "Put a pet's photos in this order, which names each of them once; the first is the main one",
    params: byPet,
    body: z.object({ order: z.array(Id, problem('notAnId')).max(PHOTOS_A_PET_MAX, problem('notAnId')) }),
    reply: z.array(Photo),
  }),
  remove: call({
    method: 'DELETE',
    path: '/pets/{id}/photos/{photoId}',
    access: 'owner',
    duty: 'pets',
    summary: 'Delete a photo in all its sizes',
    params: byPet.extend({ photoId: InternalId }),
    ...NO_CONTENT,
  }),
}

export const photoFileRoute = {
  path: PHOTO_PATH,
  summary: 'A size of a photo; the name changes with the content, so that it may be cached for ever',
  params: z.object({ file: z.string() }),
  types: ['image/webp', 'image/jpeg'],
}
