import { petCalls } from '@petsetu/contract/pets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, keyOf } from '../lib/ask.ts'
import { messageOf, request } from '../lib/request.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { FormSkeleton } from '../ui/list-skeletons.tsx'
import { PetForm, type Saved } from './pet-form.tsx'
import { formValuesOf, type PetFormValues } from './pet-form-values.ts'

/** Changes a pet of one's own. `id` is the internal id or the tag's ID, as it stands in the address. */
export function EditPet({ id }: { id: string }) {
  const queries = useQueryClient()
  // Never from an earlier visit: a form filled with old values would write them back over newer ones.
  const pet = useQuery({ ...ask(petCalls.read, { params: { id } }), gcTime: 0 })

  async function save(values: PetFormValues): Promise<Saved> {
    const { reply } = await request(petCalls.update, { params: { id }, body: values })
    queries.setQueryData(ask(petCalls.read, { params: { id } }).queryKey, reply)
    void queries.invalidateQueries({ queryKey: keyOf(petCalls.listOwn) })
    return { values: formValuesOf(reply), message: 'Pet information updated successfully!' }
  }

  if (pet.isPending) return <FormSkeleton />
  if (pet.isLoadingError) {
    const message = messageOf(pet.error, 'Failed to fetch pet details. Please try again.')
    return <ErrorBox message={message} onRetry={pet.refetch} />
  }
  // The server tells the internal id to the owner alone; by its tag ID anybody may read a pet.
  if (pet.data.id === undefined) return <ErrorBox message="This pet belongs to somebody else’s account." />
  return (
    <PetForm
      key={pet.data.id}
      initial={formValuesOf(pet.data)}
      draftName={`pet-${pet.data.id}`}
      saveLabel="Update Pet"
      onSave={save}
    />
  )
}
