import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import { PHOTOS_A_PET_MAX } from '@petsetu/contract/pets/pet-pictures.ts'
import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconArrowLeft, IconArrowRight, IconCamera, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { refetch } from '../../platform/lib/requests/call-query.ts'
import { CallError, request } from '../../platform/lib/requests/request.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import { showFailure } from '../../platform/ui/feedback/toast.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { PlainList } from '../../platform/ui/layout/card-parts.tsx'
import classes from './photo-manager.module.css'
import { type Upload, useUploads } from './use-uploads.ts'

// Without HEIC, so that iPhones convert their photos.
const ACCEPTED = 'image/jpeg,image/png,image/webp'

type ManagerProps = PhotosOfPet & {
  /** Photos that were chosen before the pet was stored. They are sent at once. */
  chosen?: File[]
}

/** Adds, orders and removes the photos of a pet, below a heading of the page. Each change is saved at once. */
export function PhotoManager({ pet, onChange, chosen = [] }: ManagerProps) {
  const text = useText()
  const queries = useQueryClient()
  const max = PHOTOS_A_PET_MAX
  const { uploads, isFull, isOverfull, add, retry, drop } = useUploads(pet.id, pet.photos.length, {
    onAdded(photo) {
      onChange((photos) => [...photos.filter((each) => each.id !== photo.id), photo])
      void refetch(queries, petCalls.listOwn, petCalls.listAll)
    },
    onLost: (upload) => showFailure(`${pet.petName}: ${describe(text, upload)}`),
  })
  const part = useRef<HTMLDivElement>(null)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || chosen.length === 0) return
    hasBegun.current = true
    add(chosen)
  })
  // The button that was pressed may go: the last ones once there are as many photos as can be, those of an upload with it.
  const keepFocus = () => restoreFocus(() => lastControl(part.current))

  function pick(files: File[]): void {
    add(files)
    keepFocus()
  }

  return (
    <Stack gap="md" ref={part} className={classes.part ?? ''}>
      {pet.photos.length > 0 && <PhotoList pet={pet} onChange={onChange} part={part} />}
      {uploads.length > 0 && (
        <PlainList gap="md">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => {
                retry(upload)
                keepFocus()
              }}
              onDismiss={() => {
                drop(upload.key)
                keepFocus()
              }}
            />
          ))}
        </PlainList>
      )}
      {isOverfull && <Notice kind="info">{text('photos.leftOut', { max })}</Notice>}
      {isFull ? (
        <Text c="dimmed">{text('photos.full', { name: pet.petName, max })}</Text>
      ) : (
        <Group gap="sm">
          <PickButton capture onPick={pick} />
          <PickButton onPick={pick} />
        </Group>
      )}
    </Stack>
  )
}

/** The button that removes the photo at this place now, or the last one; without photos the one that adds some. */
export function photoControl(part: HTMLElement | null, place: number): HTMLElement | null {
  const removing = [...(part?.querySelectorAll<HTMLElement>('[data-removes]:enabled') ?? [])]
  return removing[place] ?? removing.at(-1) ?? lastControl(part)
}

/** The last button of the photos: it adds some or, once there are as many as can be, removes the last one. */
export function lastControl(part: HTMLElement | null): HTMLElement | null {
  const buttons = [...(part?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
  return buttons.at(-1) ?? document.querySelector('h1')
}

type PickProps = { capture?: boolean; onPick: (files: File[]) => void }

/** Opens the camera, or the gallery. */
export function PickButton({ capture = false, onPick }: PickProps) {
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
        className={(capture && classes.camera) || ''}
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {text(capture ? 'photos.take' : 'photos.choose')}
      </Button>
    </>
  )
}

type Props = { upload: Upload; onRetry: () => void; onDismiss: () => void }

/** A photo on its way: how far it is, or why it failed. */
function UploadRow({ upload, onRetry, onDismiss }: Props) {
  const text = useText()
  const said = describe(text, upload)
  if (upload.state !== 'failed') {
    return (
      <Stack component="li" className={classes.upload ?? ''} gap="xs">
        <span>{said}</span>
        <progress value={upload.state === 'sending' ? upload.share : undefined} aria-label={upload.file.name} />
      </Stack>
    )
  }
  return (
    <Stack component="li" className={classes.upload ?? ''} gap="xs">
      <Notice kind="failed">{said}</Notice>
      <Group gap="sm">
        <Button variant="default" onClick={onRetry}>
          {text('photos.retry')}
        </Button>
        <Button variant="subtle" onClick={onDismiss}>
          {text('photos.dismiss')}
        </Button>
      </Group>
    </Stack>
  )
}

function describe(text: Translate, upload: Upload): string {
  const file = upload.file.name
  if (upload.state === 'waiting') return text('photos.waiting', { file })
  if (upload.state === 'preparing') return text('photos.preparing', { file })
  if (upload.state === 'storing') return text('photos.storing', { file })
  if (upload.state === 'sending') return text('photos.sending', { file, percent: Math.round(upload.share * 100) })
  return upload.reason === null
    ? text('photos.sendFailed', { file })
    : text('photos.refused', { file, reason: upload.reason })
}

const THUMBNAIL = { width: 160, height: 120 }

/** A pet's photos, to put in another order and to remove. `part` holds all that is about them. */
function PhotoList({ part, ...props }: PhotosOfPet & { part: RefObject<HTMLElement | null> }) {
  const { petName, photos } = props.pet
  const text = useText()
  const removedAt = useRef(0)
  const { removal, ordering } = usePhotoChanges(props, () => photoControl(part.current, removedAt.current))
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
          <Group justify="space-between" gap={0} mt={4}>
            <Text c="dimmed" w="100%" mih="1.5em">
              {index === 0 && text('photos.main')}
            </Text>
            {photos.length > 1 && (
              <>
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
              </>
            )}
            <PhotoButton
              label={text('photos.remove', { number: index + 1 })}
              className={classes.remove ?? ''}
              color="heart"
              data-removes
              loading={removal.isSaving(photo.id)}
              onClick={() => {
                removedAt.current = index
                removal.start(photo)
              }}
            >
              <IconTrash size={20} aria-hidden />
            </PhotoButton>
          </Group>
        </li>
      ))}
    </ul>
  )
}

type ButtonProps = {
  label: string
  className?: string
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

export type PhotosOfPet = {
  pet: { id: number; petName: string; photos: Photo[] }
  /** Gets a function from the photos of that moment to the new ones: another change may have been saved meanwhile. */
  onChange: (change: (photos: Photo[]) => Photo[]) => void
}

const INVALIDATES = [petCalls.listOwn, petCalls.listAll]

/** Removes a photo after a question, and saves the order of a pet's photos. `focus` finds what has the focus after a removal. */
function usePhotoChanges({ pet: { id, petName: name }, onChange }: PhotosOfPet, focus: () => HTMLElement | null) {
  const text = useText()
  const params = { id: String(id) }
  const removal = useSave({
    call: photoCalls.remove,
    send: (photo: Photo) => removePhoto({ ...params, photoId: String(photo.id) }),
    confirm: () => ({
      title: text('photos.removeQuestion'),
      children: text('photos.removeExplanation', { name }),
      confirmLabel: text('photos.removeConfirm'),
    }),
    rowOf: (photo) => photo.id,
    invalidates: INVALIDATES,
    onSaved: (_, photo) => onChange((photos) => photos.filter((each) => each.id !== photo.id)),
    focus,
    success: () => text('photos.removed'),
    failure: { fallback: text('photos.removeFailed') },
  })
  const ordering = useSave({
    call: photoCalls.order,
    send: (order: number[]) => saveOrder(params, order),
    invalidates: INVALIDATES,
    onSaved: (stored, order) => onChange((photos) => inStoredOrder(photos, order, stored)),
    failure: { fallback: text('photos.orderFailed') },
  })
  return { removal, ordering }
}

async function removePhoto(params: { id: string; photoId: string }): Promise<void> {
  try {
    await request(photoCalls.remove, { params })
  } catch (error) {
    // It is gone already: its removal got no answer, or another device has removed it.
    if (!(error instanceof CallError && error.code === 'photo_not_found')) throw error
  }
}

/** Saves the order. Those that another device has removed are left out of it, and those that it has added come last. */
async function saveOrder(params: { id: string }, order: number[]): Promise<Photo[]> {
  try {
    return (await request(photoCalls.order, { params, body: { order } })).reply
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'wrong_photo_order')) throw error
    const there = (await request(petCalls.read, { params })).reply.photos.map(({ id }) => id)
    const known = order.filter((id) => there.includes(id))
    const body = { order: [...known, ...there.filter((id) => !order.includes(id))] }
    return (await request(photoCalls.order, { params, body })).reply
  }
}

/** The photos in the order that was stored. Some may have been removed or added here while it was saved. */
function inStoredOrder(photos: Photo[], order: number[], stored: Photo[]): Photo[] {
  const isIn = (list: Photo[], { id }: Photo) => list.some((photo) => photo.id === id)
  const isRemoved = (photo: Photo) => order.includes(photo.id) && !isIn(photos, photo)
  const isAdded = (photo: Photo) => !order.includes(photo.id) && !isIn(stored, photo)
  return [...stored.filter((photo) => !isRemoved(photo)), ...photos.filter(isAdded)]
}
