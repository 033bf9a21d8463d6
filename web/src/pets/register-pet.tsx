import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId, normalizePetId } from '@petsetu/contract/pet-id.ts'
import { petCalls } from '@petsetu/contract/pets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../lib/ask.ts'
import { request } from '../lib/request.ts'
import { Notice } from '../ui/notice.tsx'
import { PetForm, type Saved } from './pet-form.tsx'
import { EMPTY_PET, type PetFormValues } from './pet-form-values.ts'
import classes from './register-pet.module.css'

/** A new pet, which gets a tag ID of its own. */
export function RegisterPet() {
  const queries = useQueryClient()

  async function save(values: PetFormValues): Promise<Saved> {
    const { reply } = await request(petCalls.create, { body: values })
    void queries.invalidateQueries({ queryKey: keyOf(petCalls.listOwn) })
    void queries.invalidateQueries({ queryKey: keyOf(petCalls.listAll) })
    const message = (
      <>
        Pet information saved successfully!{' '}
        <a href={paths.petDetail.to({ petId: reply.petId })}>Open {reply.petName}’s page</a>
      </>
    )
    return { values: EMPTY_PET, message }
  }

  return <PetForm initial={EMPTY_PET} draftName="new" saveLabel="Add Pet" onSave={save} />
}

/** A new pet for a blank tag that somebody scanned; saving leads back to the tag's page, which says that it is saved. */
export function RegisterTag({ tag }: { tag: string }) {
  const petId = normalizePetId(tag)
  if (!petId) {
    return (
      <Notice kind="failed">
        ‘{tag}’ is not a tag ID: it has 12 letters and digits, like ABCD-EFGH-JKLM. Scan the tag again, or look at what
        is printed on it.
      </Notice>
    )
  }

  async function save(values: PetFormValues): Promise<Saved> {
    const { reply } = await request(petCalls.create, { body: { ...values, petId } })
    return { leadsTo: `${paths.petDetail.to({ petId: reply.petId })}#saved` }
  }

  return (
    <>
      <p className={classes.tag}>
        You are registering the tag <strong>{groupPetId(petId)}</strong>
      </p>
      <PetForm key={petId} initial={EMPTY_PET} draftName={`tag-${petId}`} saveLabel="Add Pet" onSave={save} />
    </>
  )
}
