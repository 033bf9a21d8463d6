import type { Site } from './fixtures.ts'

/** Sends a photo of a pet to the server, as its owner. */
export async function addPhoto(site: Site, token: string, petId: number, photo: Buffer): Promise<void> {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(photo)], 'moti.jpg'))
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${site.url}/pets/${petId}/photos`, { method: 'POST', body: form, headers })
  if (reply.status !== 201) throw new Error(`The photo was not taken: ${reply.status} ${await reply.text()}`)
}
