import { setTimeout as pause } from 'node:timers/promises'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { PASSWORD, PET_FORM } from '../../server/test/factories.ts'
import type { Context } from '../faults/src/process/actions.ts'
import { sendUntilAnswered } from '../faults/src/process/send.ts'
import type { Random } from '../faults/src/random.ts'

/** Somebody with an account and a pet, as they were told it is. */
export type Owner = { username: string; pet: number; petId: string; petName: string; vaccinationDate: string }

const PAUSE_MS_MAX = 600
const VACCINATION = { vaccinationDetail: 'Rabies' }

/** People sign up and in, register a pet and change it, one after the other, until `close` is called. */
export function startOwners(context: Context, random: Random): { close: () => Promise<Owner[]> } {
  let isOpen = true
  const owners: Owner[] = []
  const loop = (async () => {
    while (isOpen) {
      const owner = await visit(context, random)
      if (owner) owners.push(owner)
      else context.record.wrong.push('somebody could not sign up, sign in, register a pet or change it')
      await pause(random.below(PAUSE_MS_MAX))
    }
  })()
  return {
    async close() {
      isOpen = false
      await loop
      return owners
    },
  }
}

async function visit(context: Context, random: Random): Promise<Owner | null> {
  const number = random.below(2 ** 32)
  const username = `owner-${number}`
  const account = { username, email: `${username}@example.org`, password: PASSWORD }
  await sendUntilAnswered(context, random, authCalls.signup, { body: account })
  const token = await signIn(context, random, username)
  if (!token) return null
  const form = { ...PET_FORM, ...VACCINATION, petName: `Moti ${number}`, vaccinationDate: '2026-01-31' }
  const pet = await sendUntilAnswered(context, random, petCalls.create, { body: form }, { token })
  if (!pet) return null
  const change = { petName: `Sheru ${number}`, vaccinationDate: '2026-02-28' }
  const input = { params: { id: String(pet.id) }, body: { ...form, ...change } }
  const changed = await sendUntilAnswered(context, random, petCalls.update, input, { token })
  return changed && { username, pet: pet.id, petId: pet.petId, ...change }
}

/** Resolves with the token of a new session; null if there is none. */
export async function signIn(context: Context, random: Random, username: string): Promise<string | null> {
  const body = { username, password: PASSWORD }
  return (await sendUntilAnswered(context, random, authCalls.signin, { body }))?.accessToken ?? null
}
