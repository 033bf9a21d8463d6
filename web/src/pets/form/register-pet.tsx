import { paths } from '@petsetu/contract/paths.ts'
import { EXAMPLE_TAG, groupPetId, normalizePetId } from '@petsetu/contract/pet-id.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useState } from 'react'
import { RichText, useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSave } from '../../ui/form/use-save.ts'
import { PhotoManager } from '../photos/photo-manager.tsx'
import { PetForm } from './pet-form.tsx'
import { bodyOf, EMPTY_PET, type PetFormValues } from './pet-form-values.ts'
import classes from './register-pet.module.css'
import type { Saved } from './use-pet-form.ts'

/** A new pet, which gets a new tag ID. */
export function RegisterPet({ site }: { site: Site }) {
  const text = useText()
  const { save } = useCreatePet()
  const [created, setCreated] = useState<Pet | null>(null)

  async function saveForm(values: PetFormValues): Promise<Saved> {
    const { reply } = await save(values)
    setCreated(reply)
    const message = (
      <>
        {text('petForm.saved')}{' '}
        <a href={paths.petDetail.to({ petId: reply.petId })}>{text('petForm.openPage', { name: reply.petName })}</a>
      </>
    )
    return { values: EMPTY_PET, message }
  }

  return (
    <>
      <PetForm initial={EMPTY_PET} site={site} draftName="new" saveLabel="petForm.add" onSave={saveForm} />
      {created && (
        <PhotoManager
          key={created.id}
          pet={created}
          onChange={(change) => setCreated((pet) => pet && { ...pet, photos: change(pet.photos) })}
        />
      )}
    </>
  )
}

function useCreatePet() {
  return useSave({
    call: petCalls.create,
    send: (body: PetFormValues & { petId?: string }, options) =>
      request(petCalls.create, { body: { ...bodyOf(body), petId: body.petId } }, options),
    rowOf: ({ petId }) => petId ?? '',
    invalidates: [petCalls.listOwn, petCalls.listAll],
  })
}

/** A new pet for a scanned blank tag. Saving leads back to the tag's page. */
export function RegisterTag({ tag, site }: { tag: string; site: Site }) {
  const text = useText()
  const petId = normalizePetId(tag)
  const { save } = useCreatePet()
  if (!petId) {
    return <Notice kind="failed">{text('petForm.noTag', { tag, example: EXAMPLE_TAG })}</Notice>
  }

  async function saveForm(values: PetFormValues): Promise<Saved> {
    const { reply } = await save({ ...values, ...(petId && { petId }) })
    return { leadsTo: `${paths.petDetail.to({ petId: reply.petId })}#saved` }
  }

  return (
    <PetForm
      key={petId}
      above={
        <p className={classes.tag}>
          <RichText
            id="petForm.registering"
            fill={{ tag: () => <strong className={classes.id}>{groupPetId(petId)}</strong> }}
          />
        </p>
      }
      initial={EMPTY_PET}
      site={site}
      draftName={`tag-${petId}`}
      saveLabel="petForm.add"
      onSave={saveForm}
    />
  )
}
