import { petCalls } from '@petsetu/contract/pets.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RichText, useText } from '../../languages/use-text.tsx'
import { callQuery } from '../../lib/call-query.ts'
import { messageOf, request } from '../../lib/request.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useSave } from '../../ui/form/use-save.ts'
import { PhotoManager } from '../photos/photo-manager.tsx'
import { PetForm } from './pet-form.tsx'
import { bodyOf, formValuesOf, type PetFormValues } from './pet-form-values.ts'
import classes from './register-pet.module.css'
import type { Saved } from './use-pet-form.ts'

/** Edits a pet of the signed-in person. `id` is the internal id or the tag's ID. */
export function EditPet({ id, site }: { id: string; site: Site }) {
  const text = useText()
  // Never from the cache: a form filled with old values would overwrite newer ones.
  const query = callQuery(petCalls.read, { params: { id } })
  const pet = useQuery({ ...query, gcTime: 0 })
  const queries = useQueryClient()

  const { save } = useSave({
    call: petCalls.update,
    send: (body: PetFormValues & { version?: number | undefined }) =>
      request(petCalls.update, { params: { id }, body: { ...bodyOf(body), version: body.version } }),
    invalidates: [petCalls.listOwn, petCalls.listAll],
    onSaved: ({ reply }) => queries.setQueryData(query.queryKey, reply),
  })

  async function saveForm(values: PetFormValues, version: number | undefined): Promise<Saved> {
    const { reply } = await save({ ...values, version })
    return { values: formValuesOf(reply), version: reply.version, message: text('petForm.updated') }
  }

  return (
    <Loaded query={pet} skeleton={<FormSkeleton />} failure={messageOf(pet.error, text('petForm.fetchFailed'))}>
      {(stored) =>
        // Only the owner gets the internal id; anybody may read a pet by its tag ID.
        stored.id === undefined ? (
          <ErrorBox message={text('petForm.foreign')} />
        ) : (
          <PetForm
            key={stored.id}
            above={
              <>
                <p className={classes.tag}>
                  <RichText id="petForm.editing" fill={{ name: () => <strong>{stored.petName}</strong> }} />
                </p>
                <PhotoManager
                  pet={{ id: stored.id, petName: stored.petName, photos: stored.photos }}
                  onChange={(change) =>
                    queries.setQueryData(query.queryKey, (known) => known && { ...known, photos: change(known.photos) })
                  }
                />
              </>
            }
            initial={formValuesOf(stored)}
            stored={stored}
            site={site}
            version={stored.version ?? null}
            draftName={`pet-${stored.id}`}
            saveLabel="petForm.update"
            onSave={saveForm}
          />
        )
      }
    </Loaded>
  )
}
