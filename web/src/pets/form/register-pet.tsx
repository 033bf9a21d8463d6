import { EXAMPLE_TAG, groupPetId, normalizePetId } from '@petsetu/contract/pet-id.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { RichText, useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSave } from '../../ui/form/use-save.ts'
import { PetForm } from './pet-form.tsx'
import { bodyOf, EMPTY_PET, type PetFormValues } from './pet-form-values.ts'
import classes from './register-pet.module.css'
import { SavedPet } from './saved-pet.tsx'
import type { Saved } from './use-pet-form.ts'

/** A new pet, for the scanned blank tag in the address or with a tag ID of its own. */
export function RegisterPet({ site }: { site: Site }) {
  const text = useText()
  const [search, setSearch] = useSearchParams()
  const tag = search.get('tag')
  const petId = tag && normalizePetId(tag)
  const [created, setCreated] = useState<Pet | null>(null)
  const { save } = useSave({
    call: petCalls.create,
    send: (body: PetFormValues & { petId?: string }, options) =>
      request(petCalls.create, { body: { ...bodyOf(body), petId: body.petId } }, options),
    rowOf: ({ petId }) => petId ?? '',
    invalidates: [petCalls.listOwn, petCalls.listAll],
  })
  if (tag && !petId) {
    return <Notice kind="failed">{text('petForm.noTag', { tag, example: EXAMPLE_TAG })}</Notice>
  }

  async function saveForm(values: PetFormValues): Promise<Saved> {
    const { reply } = await save({ ...values, ...(petId && { petId }) })
    setCreated(reply)
    // The tag has its pet now; the next pet gets another one.
    if (tag) setSearch({}, { replace: true, preventScrollReset: true })
    return { values: EMPTY_PET }
  }

  return (
    <PetForm
      key={petId ?? 'new'}
      above={
        created ? (
          <SavedPet
            key={created.id}
            pet={created}
            onChange={(change) => setCreated((pet) => pet && { ...pet, photos: change(pet.photos) })}
            onAnother={() => setCreated(null)}
          />
        ) : (
          petId && (
            <p className={classes.tag}>
              <RichText
                id="petForm.registering"
                fill={{ tag: () => <strong className={classes.id}>{groupPetId(petId)}</strong> }}
              />
            </p>
          )
        )
      }
      initial={EMPTY_PET}
      site={site}
      draftName={petId ? `tag-${petId}` : 'new'}
      saveLabel="petForm.add"
      onSave={saveForm}
    />
  )
}
