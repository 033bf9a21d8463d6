import { PHOTOS_A_PET_MAX } from '@petsetu/contract/pets/pet-pictures.ts'
import type { Photo } from '@petsetu/contract/pets/pet-schemas.ts'
import { photoCalls } from '@petsetu/contract/pets/photos.ts'
import { useEffect, useRef, useState } from 'react'
import { shrinkPhoto } from '../../platform/lib/photos/shrink-photo.ts'
import { randomId } from '../../platform/lib/random-id.ts'
import { messageOf, request } from '../../platform/lib/requests/request.ts'
import { sendForm } from '../../platform/lib/requests/send-form.ts'

/** A chosen photo on its way. `reason` is the server's message; null if there was no answer. */
export type Upload = { key: string; file: File } & (
  | { state: 'waiting' }
  | { state: 'preparing' }
  | { state: 'storing' }
  | { state: 'sending'; share: number }
  | { state: 'failed'; reason: string | null }
)

type Progress = Upload extends infer Each ? (Each extends Upload ? Omit<Each, 'key' | 'file'> : never) : never

type Heard = {
  onAdded: (photo: Photo) => void
  /** Hears of a failure once the photos are not on the page any more. */
  onLost: (upload: Upload) => void
}

/** Sends chosen photos of a pet, one after the other. Each has one idempotency key for all its attempts. */
export function useUploads(petNumber: number, photoCount: number, { onAdded, onLost }: Heard) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [isOverfull, setOverfull] = useState(false)
  // The end of the queue. A photo is sent when those before it have been sent, or have failed.
  const last = useRef<Promise<void>>(Promise.resolve())
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const free = Math.max(0, PHOTOS_A_PET_MAX - photoCount - uploads.filter(({ state }) => state !== 'failed').length)

  const change = (key: string, progress: Progress) =>
    setUploads((all) => all.map((each) => (each.key === key ? { key, file: each.file, ...progress } : each)))
  const drop = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))

  async function send(key: string, file: File): Promise<void> {
    try {
      change(key, { state: 'preparing' })
      const shrunk = await shrinkPhoto(file)
      const onProgress = (share: number) => change(key, share < 1 ? { state: 'sending', share } : { state: 'storing' })
      const form = sendForm({ files: [[photoCalls.add.multipart, shrunk]], onProgress })
      const input = { params: { id: String(petNumber) }, body: {} }
      const { reply } = await request(photoCalls.add, input, { idempotencyKey: key, send: form })
      drop(key)
      onAdded(reply)
    } catch (error) {
      const failed = { state: 'failed', reason: messageOf(error, '') || null } as const
      if (isShown.current) change(key, failed)
      else onLost({ key, file, ...failed })
    }
  }

  function enqueue(key: string, file: File): void {
    last.current = last.current.then(() => send(key, file))
  }

  function add(files: File[]): void {
    setOverfull(files.length > free)
    const added = files.slice(0, free).map((file) => ({ key: randomId(), file, state: 'waiting' as const }))
    setUploads((all) => [...all, ...added])
    for (const { key, file } of added) enqueue(key, file)
  }

  function retry({ key, file }: Upload): void {
    change(key, { state: 'waiting' })
    enqueue(key, file)
  }

  return { uploads, isFull: free === 0, isOverfull, add, retry, drop }
}
