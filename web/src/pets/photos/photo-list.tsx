import { ActionIcon } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import type { Photo } from '@petsetu/contract/photo.ts'
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../languages/use-text.tsx'
import classes from './photo-manager.module.css'
import { type PhotosOfPet, usePhotoChanges } from './use-photo-changes.ts'

const THUMBNAIL = { width: 160, height: 120 }

/** A pet's photos, to put in another order and to remove. */
export function PhotoList(props: PhotosOfPet) {
  const { petName, photos } = props.pet
  const text = useText()
  const { removal, ordering } = usePhotoChanges(props)
  const moved = useFocusOfMoved(photos)

  function move(from: number, to: number): void {
    const order = photos.map((photo) => photo.id)
    order.splice(to, 0, ...order.splice(from, 1))
    moved.current = photos[from]?.id ?? null
    ordering.start(order)
  }

  return (
    <ul className={classes.photos}>
      {photos.map((photo, index) => (
        <li key={photo.id} id={itemId(photo.id)}>
          <img
            src={photo.urls.small}
            alt={text('photos.photoOf', { number: index + 1, name: petName })}
            {...THUMBNAIL}
            style={{ background: photo.color }}
          />
          <p className={classes.main}>{index === 0 && text('photos.main')}</p>
          <div className={classes.actions}>
            <PhotoButton
              label={text('photos.earlier', { number: index + 1 })}
              disabled={index === 0 || ordering.isBusy}
              onClick={() => move(index, index - 1)}
            >
              <IconArrowLeft size={20} aria-hidden />
            </PhotoButton>
            <PhotoButton
              label={text('photos.later', { number: index + 1 })}
              disabled={index === photos.length - 1 || ordering.isBusy}
              onClick={() => move(index, index + 1)}
            >
              <IconArrowRight size={20} aria-hidden />
            </PhotoButton>
            <PhotoButton
              label={text('photos.remove', { number: index + 1 })}
              color="heart"
              loading={removal.isSaving(photo.id)}
              onClick={() => removal.start(photo)}
            >
              <IconTrash size={20} aria-hidden />
            </PhotoButton>
          </div>
        </li>
      ))}
    </ul>
  )
}

type ButtonProps = {
  label: string
  color?: string
  disabled?: boolean
  loading?: boolean
  onClick: () => void
  children: ReactNode
}

function PhotoButton({ label, ...props }: ButtonProps) {
  return <ActionIcon variant="subtle" size={44} aria-label={label} {...props} />
}

const itemId = (photoId: number) => `photo-${photoId}`

/** The focus follows a photo that was moved: its button may be at an end now, where it is disabled. */
function useFocusOfMoved(photos: Photo[]) {
  const moved = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the photos stand in another order.
  useEffect(() => {
    if (moved.current === null) return
    document.getElementById(itemId(moved.current))?.querySelector<HTMLElement>('button:enabled')?.focus()
    moved.current = null
  }, [photos])
  return moved
}
