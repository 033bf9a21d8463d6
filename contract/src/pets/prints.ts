import { z } from 'zod'
import { call } from '../platform/call.ts'
import { PetKey } from './pet-key.ts'

const byKey = z.object({ id: PetKey })

/** The things that an owner prints about a pet. Neither holds an address, a phone number or a name of a person. */
export const printCalls = {
  poster: call({
    method: 'GET',
    path: '/pets/{id}/poster.pdf',
    access: 'owner',
    duty: 'pets',
    priority: 'low',
    maxConcurrent: 5,
    summary: 'A poster of a lost pet, A4: photo, name, marks, since when, area, reward, QR code and tag ID',
    params: byKey,
    file: 'application/pdf',
    reply: z.string(),
  }),
  card: call({
    method: 'GET',
    path: '/pets/{id}/card.pdf',
    access: 'owner',
    duty: 'pets',
    priority: 'low',
    maxConcurrent: 5,
    summary: 'A card of a pet in the size of a credit card: photo, name, QR code and tag ID',
    params: byKey,
    file: 'application/pdf',
    reply: z.string(),
  }),
}
