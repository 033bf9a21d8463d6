import { ActionIcon } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import { petCalls } from '@petsetu/contract/pets.ts'
import type { Photo } from '@petsetu/contract/photo.ts'
import { photoCalls } from '@petsetu/contract/photos.ts'
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { useSave } from '../../ui/form/use-save.ts'
import classes from './photo-manager.module.css'

type Props = {
  pet: { id: number; petName: string }
  photos: Photo[]
  onChange: (photos: Photo[]) => void
}

const THUMBNAIL = { width: 160, height: 120 }

/** A pet's photos, to put in another order and to remove. */
export function PhotoList({ pet: { id, petName: name }, photos, onChange }: Props) {
  const text = useText()
  const params = { id: String(id) }
  const invalidates = [petCalls.listOwn, petCalls.listAll]
  const removal = useSave({
    call: photoCalls.remove,
    send: (photo: Photo) => request(photoCalls.remove, { params: { ...params, photoId: String(photo.id) } }),
    confirm: () => ({
      title: text('photos.removeQuestion'),
      children: text('photos.removeExplanation', { name }),
      confirmLabel: text('photos.removeConfirm'),
    }),
    rowOf: (photo) => photo.id,
    invalidates,
    onSaved: (_, photo) => onChange(photos.filter((each) => each.id !== photo.id)),
    success: () => text('photos.removed'),
    failure: { fallback: text('photos.removeFailed') },
  })
  const ordering = useSave({
    call: photoCalls.order,
    send: (order: number[]) => request(photoCalls.order, { params, body: { order } }),
    invalidates,
    onSaved: ({ reply }) => onChange(reply),
    failure: { fallback: text('photos.orderFailed') },
  })
  const moved = useFocusOfMoved(photos)

  function move(from: number, to: number): void {
    const order = photos.map((photo) => photo.id)
    order.splice(to, 0, ...order.splice(from, 1))
    moved.current = photos[from]?.id ?? null
    ordering.start(order)
  }

  return (
    <ul className={classes.photos}>
      {photos.map((photo, index) => {
        const number = index + 1
        return (
          <li key={photo.id} id={itemId(photo.id)}>
            <img
              src={photo.urls.small}
              alt={text('photos.photoOf', { number, name })}
              {...THUMBNAIL}
              style={{ background: photo.color }}
            />
            <p className={classes.main}>{index === 0 && text('photos.main')}</p>
            <div className={classes.actions}>
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={text('photos.earlier', { number })}
                disabled={index === 0 || ordering.isBusy}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowLeft size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size={44}
                aria-label={text('photos.later', { number })}
                disabled={index === photos.length - 1 || ordering.isBusy}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowRight size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="heart"
                size={44}
                aria-label={text('photos.remove', { number })}
                loading={removal.isSaving(photo.id)}
                onClick={() => removal.start(photo)}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </div>
          </li>
        )
      })}
    </ul>
  )
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
