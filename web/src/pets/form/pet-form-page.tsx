import { Button, Group, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { EXAMPLE_TAG, groupPetId, normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import { PHOTOS_A_PET_MAX } from '@petsetu/contract/pets/pet-pictures.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useParams, useSearchParams } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { messageOf, request } from '../../platform/lib/requests/request.ts'
import { ErrorBox } from '../../platform/ui/feedback/error-box.tsx'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { FieldGroup } from '../../platform/ui/fields/field-group.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import { TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { withNotice } from '../../shared/privacy/with-notice.ts'
import { PhotoChoice } from '../photos/photo-choice.tsx'
import { PhotoManager, type PhotosOfPet } from '../photos/photo-manager.tsx'
import { PetForm } from './pet-form.tsx'
import { bodyOf, EMPTY_PET, formValuesOf, type PetFormValues, type Saved } from './pet-form-values.ts'

// Loaded once there is something to be told of.
// The pages of animals of the street take them from here, because a file of its own would make the list of pages longer.
export { PhotoChoice, PhotoManager }

const StreetTag = lazyPart(async () => (await import('../community/own/own-animals.tsx')).StreetTag, { failed: null })
const PushOffer = lazyPart(async () => (await import('../../shared/push-offer.tsx')).PushOffer, { failed: null })

const TAG_ID = { letterSpacing: '0.04em', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const

/** Edits the pet in the address, registers a pet for the tag in the address, or registers a new pet. */
export function PetFormPage({ site }: { site: Site }) {
  const text = useText()
  const { petId } = useParams()
  const [search] = useSearchParams()
  const id = petId ?? search.get('id')
  return (
    <>
      <BackToOwn />
      {id ? (
        <EditPet key={id} id={id} title={text('titles.petForm')} site={site} />
      ) : (
        <>
          <PageTitle>{text('titles.petForm')}</PageTitle>
          <RegisterPet site={site} />
        </>
      )}
    </>
  )
}

/** Leads an owner back; an admin comes from other lists. */
export function BackToOwn() {
  const text = useText()
  if (useUser()?.role === 'admin') return null
  return <BackLink to={paths.myPets.to({})}>{text('titles.myPets')}</BackLink>
}

/** The form of any pet, for an admin who corrects it. */
export function EditPetPage({ site }: { site: Site }) {
  const text = useText()
  const { id = '' } = useParams()
  return (
    <>
      <BackLink to={paths.allPets.to({})}>{text('petForm.backToPets')}</BackLink>
      <EditPet key={id} id={id} title={text('titles.editPet')} site={site} />
    </>
  )
}

/** The same form for an admin who registers a pet. */
export function AdminPetFormPage({ site }: { site: Site }) {
  const text = useText()
  return (
    <>
      <BackLink to={paths.allPets.to({})}>{text('petForm.backToPets')}</BackLink>
      <PageTitle documentTitle={text('titles.adminPetForm')}>{text('titles.petForm')}</PageTitle>
      <RegisterPet site={site} />
    </>
  )
}

/** Edits a pet. `id` is the internal id or the tag's ID, `title` that of the document. */
function EditPet({ id, title, site }: { id: string; title: string; site: Site }) {
  const text = useText()
  // Never from the cache: a form filled with old values would overwrite newer ones.
  const query = callQuery(petCalls.read, { params: { id } })
  const pet = useQuery({ ...query, gcTime: 0 })
  const queries = useQueryClient()

  const { save } = useSave({
    call: petCalls.update,
    send: (body: PetFormValues & { version?: number | undefined }) =>
      request(petCalls.update, { params: { id }, body: { ...bodyOf(body), version: body.version } }, withNotice),
    invalidates: [petCalls.listOwn, petCalls.listAll],
    onSaved: ({ reply }) => queries.setQueryData(query.queryKey, reply),
  })

  async function saveForm(values: PetFormValues, version: number | undefined): Promise<Saved> {
    const { reply } = await save({ ...values, version })
    return { values: formValuesOf(reply), version: reply.version, message: text('petForm.updated') }
  }

  const failure = messageOf(pet.error, text('petForm.fetchFailed'))
  const petName = pet.data?.id === undefined ? null : pet.data.petName
  return (
    <>
      {/* The form of a new pet has the same title: the name of the pet says more. */}
      {petName && (
        <Text c="dimmed" fw={600}>
          {text('titles.petForm')}
        </Text>
      )}
      <PageTitle documentTitle={title}>
        {petName ? (
          <RichText id="petForm.editing" fill={{ name: () => <span>{petName}</span> }} />
        ) : (
          text('titles.petForm')
        )}
      </PageTitle>
      <Loaded query={pet} skeleton={<FormSkeleton />} failure={failure} missing={<ErrorBox message={failure} />}>
        {(stored) =>
          // Only the owner gets the internal id; anybody may read a pet by its tag ID.
          stored.id === undefined ? (
            <ErrorBox message={text('petForm.foreign')} />
          ) : (
            <PetForm
              key={stored.id}
              photos={
                <FieldGroup heading={text('photos.title')} intro={text('photos.intro', { max: PHOTOS_A_PET_MAX })}>
                  <PhotoManager
                    pet={{ id: stored.id, petName: stored.petName, photos: stored.photos }}
                    onChange={(change) =>
                      queries.setQueryData(
                        query.queryKey,
                        (known) => known && { ...known, photos: change(known.photos) },
                      )
                    }
                  />
                </FieldGroup>
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
    </>
  )
}

/** A new pet, for the scanned blank tag in the address or with a tag ID of its own. */
function RegisterPet({ site }: { site: Site }) {
  const text = useText()
  const [search, setSearch] = useSearchParams()
  const tag = search.get('tag')
  const petId = tag && normalizePetId(tag)
  const [created, setCreated] = useState<Pet | null>(null)
  // The first are those of the pet in the form, the second those of the one that was saved.
  const [photos, setPhotos] = useState<File[]>([])
  const [sentPhotos, setSentPhotos] = useState<File[]>([])
  // Those of this moment, for an answer that comes later.
  const photosNow = useRef<File[]>([])
  const { save } = useSave({
    call: petCalls.create,
    send: (body: PetFormValues & { petId?: string }, options) =>
      request(petCalls.create, { body: { ...bodyOf(body), petId: body.petId } }, { ...options, ...withNotice }),
    rowOf: ({ petId }) => petId ?? '',
    invalidates: [petCalls.listOwn, petCalls.listAll],
  })
  if (tag && !petId) {
    return <Notice kind="failed">{text('petForm.noTag', { tag, example: EXAMPLE_TAG })}</Notice>
  }

  function choose(chosen: File[]) {
    photosNow.current = chosen
    setPhotos(chosen)
  }

  async function saveForm(values: PetFormValues): Promise<Saved> {
    const { reply } = await save({ ...values, ...(petId && { petId }) })
    // The tag has its pet now; the next pet gets another one, by a form that must be there before anything is typed into it.
    if (tag) setSearch({}, { replace: true, preventScrollReset: true, flushSync: true })
    const show = () => {
      setCreated(reply)
      // One that was taken out while the pet was being saved is not sent.
      setSentPhotos(photos.filter((photo) => photosNow.current.includes(photo)))
      // Somebody fast has chosen photos of the next pet already.
      choose(photosNow.current.filter((photo) => !photos.includes(photo)))
    }
    return { values: EMPTY_PET, show }
  }

  return (
    <PetForm
      key={petId ?? 'new'}
      above={
        created ? (
          <SavedPet
            key={created.id}
            pet={created}
            chosen={sentPhotos}
            onChange={(change) => setCreated((pet) => pet && { ...pet, photos: change(pet.photos) })}
            onAnother={() => setCreated(null)}
          />
        ) : (
          petId && (
            <>
              <Text px="md" py="sm" bg="var(--marigold-soft)" bdrs="md">
                <RichText
                  id="petForm.registering"
                  fill={{ tag: () => <strong style={TAG_ID}>{groupPetId(petId)}</strong> }}
                />
              </Text>
              <StreetTag petId={petId} />
            </>
          )
        )
      }
      photos={
        // Beside the photos of the pet that was saved, these would be taken for its own.
        !created && (
          <FieldGroup heading={text('photos.title')} intro={text('photos.intro', { max: PHOTOS_A_PET_MAX })}>
            <PhotoChoice chosen={photos} onChange={choose} />
          </FieldGroup>
        )
      }
      initial={EMPTY_PET}
      site={site}
      draftName={petId ? `tag-${petId}` : 'new'}
      saveLabel="petForm.add"
      onSave={saveForm}
      onStartOver={() => choose([])}
    />
  )
}

type Props = PhotosOfPet & { pet: { petId: string }; chosen: File[]; onAnother: () => void }

/** Stands above the emptied form: a new pet was saved, and what one can do with it. */
function SavedPet({ pet, chosen, onChange, onAnother }: Props) {
  const text = useText()
  return (
    <Stack>
      <Notice kind="done" takesFocus>
        {text('petForm.saved')}
      </Notice>
      <TitledCard id="photos" title={text('petForm.addPhoto', { name: pet.petName })} gap="md">
        <Text c="dimmed">{text('photos.intro', { max: PHOTOS_A_PET_MAX })}</Text>
        <PhotoManager pet={pet} chosen={chosen} onChange={onChange} />
      </TitledCard>
      <Group gap="sm">
        <Button component="a" variant="default" href={paths.petDetail.to({ petId: pet.petId })}>
          {text('petForm.seePage')}
        </Button>
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            const form = currentTarget.closest('main')?.querySelector<HTMLElement>('form input')
            flushSync(onAnother)
            form?.focus()
          }}
        >
          {text('petForm.addAnother')}
        </Button>
      </Group>
      {/* Last, because it comes late: nothing moves away from below a finger. */}
      <PushOffer offer="pets" />
    </Stack>
  )
}
