import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId, normalizePetId } from '@petsetu/contract/pet-id.ts'
import { petCalls } from '@petsetu/contract/pets.ts'
import { request } from '../../lib/request.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSave } from '../../ui/form/use-save.ts'
import { PetForm, type Saved } from './pet-form.tsx'
import { EMPTY_PET, type PetFormValues } from './pet-form-values.ts'
import classes from './register-pet.module.css'

/** A new pet, which gets a new tag ID. */
export function RegisterPet() {
  const { save } = useCreatePet()

  async function saveForm(values: PetFormValues): Promise<Saved> {
    const { reply } = await save(values)
    const message = (
      <>
        Pet information saved successfully!{' '}
        <a href={paths.petDetail.to({ petId: reply.petId })}>Open {reply.petName}’s page</a>
      </>
    )
    return { values: EMPTY_PET, message }
  }

  return <PetForm initial={EMPTY_PET} draftName="new" saveLabel="Add Pet" onSave={saveForm} />
}

function useCreatePet() {
  return useSave({
    call: petCalls.create,
    send: (body: PetFormValues & { petId?: string }, options) => request(petCalls.create, { body }, options),
    rowOf: ({ petId }) => petId ?? '',
    invalidates: [petCalls.listOwn, petCalls.listAll],
  })
}

/** A new pet for a scanned blank tag. Saving leads back to the tag's page. */
export function RegisterTag({ tag }: { tag: string }) {
  const petId = normalizePetId(tag)
  const { save } = useCreatePet()
  if (!petId) {
    return (
      <Notice kind="failed">
        ‘{tag}’ is not a tag ID: it has 12 letters and digits, like ABCD-EFGH-JKLM. Scan the tag again, or look at what
        is printed on it.
      </Notice>
    )
  }

  async function saveForm(values: PetFormValues): Promise<Saved> {
    const { reply } = await save({ ...values, ...(petId && { petId }) })
    return { leadsTo: `${paths.petDetail.to({ petId: reply.petId })}#saved` }
  }

  return (
    <>
      <p className={classes.tag}>
        You are registering the tag <strong className={classes.id}>{groupPetId(petId)}</strong>
      </p>
      <PetForm key={petId} initial={EMPTY_PET} draftName={`tag-${petId}`} saveLabel="Add Pet" onSave={saveForm} />
    </>
  )
}
