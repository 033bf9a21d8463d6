import { Button } from '@mantine/core'
import { PHOTOS_A_PET_MAX } from '@petsetu/contract/pets/pet-pictures.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { shrinkPhoto } from '../../../platform/lib/photos/shrink-photo.ts'
import { randomId } from '../../../platform/lib/random-id.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { sendForm } from '../../../platform/lib/requests/send-form.ts'
import { PickButton } from '../../form/pet-form-page.tsx'
import classes from './animal-page.module.css'

type Props = { chosen: File[]; onChange: (photos: File[]) => void }

/** Photos for an animal that is not registered yet. They are sent once it has a number. */
export function PhotoChoice({ chosen, onChange }: Props) {
  const text = useText()
  const max = PHOTOS_A_PET_MAX
  // The same photo again is one photo.
  const add = (photos: File[]) => onChange(photos.reduce(withPhoto, chosen).slice(0, max))
  return (
    <fieldset className={classes.photos}>
      <legend>{text('photos.title')}</legend>
      <p className={classes.hint}>{text('communityForm.photosHint', { max })}</p>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((photo, index) => (
            <li key={keyOf(photo)}>
              <span>{photo.name}</span>
              <Button variant="subtle" onClick={() => onChange(chosen.filter((_, other) => other !== index))}>
                {text('photos.remove', { number: index + 1 })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length < max && (
        <div className={classes.links}>
          <PickButton capture onPick={add} />
          <PickButton onPick={add} />
        </div>
      )}
    </fieldset>
  )
}

const keyOf = ({ name, lastModified, size }: File) => `${name} ${lastModified} ${size}`

const withPhoto = (photos: File[], photo: File) =>
  photos.some((other) => keyOf(other) === keyOf(photo)) ? photos : [...photos, photo]

/** Sends the photos one after the other, so that they keep their order. Rejects with the first failure. */
export async function sendPhotos(petNumber: number, photos: File[]): Promise<void> {
  const input = { params: { id: String(petNumber) }, body: {} }
  for (const photo of photos) {
    const files: [string, File][] = [[photoCalls.add.multipart, await shrinkPhoto(photo)]]
    await request(photoCalls.add, input, { idempotencyKey: randomId(), send: sendForm({ files }) })
  }
}
