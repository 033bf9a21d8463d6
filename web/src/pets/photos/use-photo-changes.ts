import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'

export type PhotosOfPet = {
  pet: { id: number; petName: string; photos: Photo[] }
  /** Gets a function from the photos of that moment to the new ones: another change may have been saved meanwhile. */
  onChange: (change: (photos: Photo[]) => Photo[]) => void
}

const INVALIDATES = [petCalls.listOwn, petCalls.listAll]

/** Removes a photo after a question, and saves the order of a pet's photos. */
export function usePhotoChanges({ pet: { id, petName: name }, onChange }: PhotosOfPet) {
  const text = useText()
  const params = { id: String(id) }
  const removal = useSave({
    call: photoCalls.remove,
    send: (photo: Photo) => request(photoCalls.remove, { params: { ...params, photoId: String(photo.id) } }),
    confirm: () => ({
      title: text('photos.removeQuestion'),
      children: text('photos.removeExplanation', { name }),
      confirmLabel: text('photos.removeConfirm'),
    }),
    rowOf: (photo) => photo.id,
    invalidates: INVALIDATES,
    onSaved: (_, photo) => onChange((photos) => photos.filter((each) => each.id !== photo.id)),
    success: () => text('photos.removed'),
    failure: { fallback: text('photos.removeFailed') },
  })
  const ordering = useSave({
    call: photoCalls.order,
    send: (order: number[]) => request(photoCalls.order, { params, body: { order } }),
    invalidates: INVALIDATES,
    onSaved: ({ reply }) => onChange(() => reply),
    failure: { fallback: text('photos.orderFailed') },
  })
  return { removal, ordering }
}
