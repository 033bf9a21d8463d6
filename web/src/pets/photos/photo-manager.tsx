import { Button } from '@mantine/core'
import { petCalls } from '@petsetu/contract/pets.ts'
import { PHOTOS_A_PET_MAX } from '@petsetu/contract/photo-limits.ts'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { keyOf } from '../../lib/call-query.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import card from '../../ui/layout/card.module.css'
import { PhotoList } from './photo-list.tsx'
import classes from './photo-manager.module.css'
import { UploadRow } from './upload-row.tsx'
import type { PhotosOfPet } from './use-photo-changes.ts'
import { useUploads } from './use-uploads.ts'

// Without HEIC, so that iPhones convert their photos.
const ACCEPTED = 'image/jpeg,image/png,image/webp'

/** Adds, orders and removes the photos of a pet. Each change is saved at once. */
export function PhotoManager({ pet, title, onChange }: PhotosOfPet & { title?: string }) {
  const text = useText()
  const queries = useQueryClient()
  const max = PHOTOS_A_PET_MAX
  const { uploads, isFull, isOverfull, add, retry, drop } = useUploads(pet.id, pet.photos.length, (photo) => {
    onChange((photos) => [...photos.filter((each) => each.id !== photo.id), photo])
    for (const list of [petCalls.listOwn, petCalls.listAll]) void queries.invalidateQueries({ queryKey: keyOf(list) })
  })

  return (
    <section className={`${card.card} ${classes.manager}`} aria-labelledby="photos">
      <h2 id="photos">{title ?? text('photos.title')}</h2>
      <p className={classes.intro}>{text('photos.intro', { max })}</p>
      {pet.photos.length > 0 && <PhotoList pet={pet} onChange={onChange} />}
      {uploads.length > 0 && (
        <ul className={classes.uploads}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onDismiss={() => drop(upload.key)}
            />
          ))}
        </ul>
      )}
      {isOverfull && <Notice kind="info">{text('photos.leftOut', { max })}</Notice>}
      {isFull ? (
        <p className={classes.intro}>{text('photos.full', { name: pet.petName, max })}</p>
      ) : (
        <div className={classes.buttons}>
          <PickButton className={classes.camera} capture onPick={add} />
          <PickButton onPick={add} />
        </div>
      )}
    </section>
  )
}

type PickProps = { className?: string | undefined; capture?: boolean; onPick: (files: File[]) => void }

/** Opens the camera, or the gallery. */
function PickButton({ className, capture = false, onPick }: PickProps) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const Icon = capture ? IconCamera : IconPhotoPlus

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    onPick([...(currentTarget.files ?? [])])
    // The browser reports no change if the same file is chosen again.
    currentTarget.value = ''
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        {...(capture ? { capture: 'environment' } : { multiple: true })}
        onChange={pick}
      />
      <Button
        className={className ?? ''}
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {text(capture ? 'photos.take' : 'photos.choose')}
      </Button>
    </>
  )
}
