import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type CommunityAnimal, communityCalls, type SightingCount } from '@petsetu/contract/pets/community/community.ts'
import { ELSEWHERE } from '@petsetu/contract/pets/community/community-facts.ts'
import type { CommunityChange, NewCommunityAnimal } from '@petsetu/contract/pets/community/community-form.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { PHOTOS_A_PET_MAX } from '@petsetu/contract/pets/pet-pictures.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { useUser } from '../../../people/auth/session.ts'
import { formatUnbrokenDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useLeave } from '../../../platform/lib/address/use-leave.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { messageOf, request } from '../../../platform/lib/requests/request.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../../platform/ui/feedback/error-box.tsx'
import { lazyPart } from '../../../platform/ui/feedback/lazy-part.tsx'
import { FormSkeleton, TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { showFailure, showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { FieldGroup } from '../../../platform/ui/fields/field-group.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { TitledCard } from '../../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'
import { PushOffer } from '../../../shared/push-offer.tsx'
import { BackToOwn, PhotoChoice, PhotoManager } from '../../form/pet-form-page.tsx'
import { AnimalForm, type AnimalValues, animalValuesOf, NEW_ANIMAL, sendPhotos } from './animal-form.tsx'
import classes from './animal-page.module.css'
import { CertificateCard } from './certificate-card.tsx'
import { carerRights, NoReminders } from './own-animals.tsx'

// Only admins see these.
const AnimalOffice = lazyPart(async () => (await import('../admin/carers.tsx')).AnimalOffice)

const animalOf = (id: string) => callQuery(communityCalls.read, { params: { id } })
const STALE = [communityCalls.listOwn, communityCalls.listAll, communityCalls.wards]

/** Registers an animal of the street, or shows one to its carers and to admins. */
export function AnimalPage() {
  const { petId = '' } = useParams()
  return petId === 'new' ? <NewAnimal /> : <KnownAnimal key={petId} petId={petId} />
}

AnimalPage.load = ((prefetch, { params: { petId = '' } }) =>
  petId === 'new' ? prefetch(carerRights()) : prefetch(animalOf(petId))) satisfies PageLoader

function NewAnimal() {
  const text = useText()
  const leaveTo = useLeave()
  const tag = useSearchParams()[0].get('tag') ?? ''
  const list = useUser()?.role === 'admin' ? paths.communityAnimals.to({}) : paths.myPets.to({})
  const own = useQuery(carerRights())
  const [photos, setPhotos] = useState<File[]>([])
  // Those of this moment: one may be taken out while the animal is being registered.
  const photosNow = useRef<File[]>([])
  const { save } = useSave({
    call: communityCalls.register,
    send: (body: z.input<typeof NewCommunityAnimal>, options) => request(communityCalls.register, { body }, options),
    invalidates: STALE,
  })

  function choose(chosen: File[]) {
    photosNow.current = chosen
    setPhotos(chosen)
  }

  async function register({ status: _, ...values }: AnimalValues) {
    const body = { ...values, ...(tag && { petId: tag }) } as z.input<typeof NewCommunityAnimal>
    const { reply } = await save(body)
    return reply.data
  }

  async function openRegistered({ id, petId, petName: name }: CommunityAnimal) {
    try {
      const sent = await sendPhotos(id, photos, { isChosen: (photo) => photosNow.current.includes(photo) })
      showSuccess(text(sent > 0 ? 'communityForm.registeredWithPhotos' : 'communityForm.registered', { name }))
    } catch (error) {
      // The animal is registered all the same, and its page takes photos.
      showFailure(text('communityForm.photosNotSent', { name, reason: messageOf(error, '') }))
    }
    void leaveTo(paths.communityAnimal.to({ petId }))
  }

  return (
    <Box maw={720} mx="auto">
      <BackToOwn />
      <PageTitle hint={tag && text('communityForm.onTag', { tag: groupPetId(tag) })}>
        {text('communityForm.titleNew')}
      </PageTitle>
      <Loaded query={own} skeleton={<FormSkeleton />} failure={messageOf(own.error, text('communityForm.failed'))}>
        {({ data }) =>
          data.mayRegister ? (
            <AnimalForm
              initial={NEW_ANIMAL}
              version={null}
              draftName={`street-animal-${tag || 'new'}`}
              wards={data.wards}
              onSave={register}
              onSaved={openRegistered}
              onCancel={() => leaveTo(list)}
              photos={
                <FieldGroup
                  heading={text('photos.title')}
                  intro={text('communityForm.photosHint', { max: PHOTOS_A_PET_MAX })}
                >
                  <PhotoChoice chosen={photos} onChange={choose} />
                </FieldGroup>
              }
            />
          ) : (
            <EmptyState picture="pets" message={text('communityForm.notCarer')}>
              <p>{text('communityForm.askToBeCarer')}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </Box>
  )
}

function KnownAnimal({ petId }: { petId: string }) {
  const text = useText()
  const query = { ...animalOf(petId), refetchOnWindowFocus: false }
  const animal = useQuery(query)
  const failure = messageOf(animal.error, text('communityForm.failed'))
  return (
    <>
      <BackToOwn />
      <PageTitle hint={animal.data && groupPetId(animal.data.data.petId)}>
        {animal.data?.data.petName ?? text('titles.communityAnimal')}
      </PageTitle>
      <Loaded query={animal} skeleton={<FormSkeleton />} failure={failure} missing={<ErrorBox message={failure} />}>
        {({ data }) => <Shown animal={data} />}
      </Loaded>
    </>
  )
}

function Shown({ animal }: { animal: CommunityAnimal }) {
  const text = useText()
  const queries = useQueryClient()
  const isAdmin = useUser()?.role === 'admin'
  const own = useQuery(carerRights())
  const isCarer = !isAdmin || own.data?.data.animals.some(({ id }) => id === animal.id)
  const key = animalOf(animal.petId).queryKey
  const { save } = useSave({
    call: communityCalls.change,
    send: (body: z.input<typeof CommunityChange>) =>
      request(communityCalls.change, { params: { id: animal.petId }, body }),
    invalidates: STALE,
    onSaved: ({ reply }) => queries.setQueryData(key, reply),
  })

  async function change(values: AnimalValues, version: number | undefined) {
    const { rabiesOn: _, rabiesValidUntil: __, ...body } = values
    const { reply } = await save({ ...body, version } as z.input<typeof CommunityChange>)
    return reply.data
  }

  return (
    <div className={classes.columns}>
      <Group gap="sm" className={classes.all ?? ''}>
        <Button component={Link} to={paths.care.to({ petId: animal.petId })} variant="default">
          {text('titles.care')}
        </Button>
        <Button
          component="a"
          href={paths.petDetail.to({ petId: animal.petId })}
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {text('lostPet.publicPage')}
        </Button>
        {animal.status !== 'died' && (animal.sterilisedOn ?? animal.rabiesOn ?? animal.rabiesValidUntil) !== null && (
          <DownloadButton
            call={communityCalls.certificate}
            input={{ params: { petId: animal.petId } }}
            failure={text('communityForm.certificateFailed')}
          >
            {text('communityForm.certificate')}
          </DownloadButton>
        )}
      </Group>
      <Stack gap={20} miw={0}>
        {!isAdmin && own.data?.data.isEmailConfirmed === false && <NoReminders />}
        <AnimalForm
          initial={animalValuesOf(animal)}
          version={animal.version}
          draftName={`street-animal-${animal.id}`}
          wards={own.data?.data.wards ?? []}
          onSave={change}
          onSaved={() => showSuccess(text('communityForm.saved'))}
          photos={
            <FieldGroup heading={text('photos.title')} intro={text('photos.intro', { max: PHOTOS_A_PET_MAX })}>
              <PhotoManager
                pet={animal}
                onChange={(photosOf) =>
                  queries.setQueryData(
                    key,
                    (known) => known && { ...known, data: { ...known.data, photos: photosOf(known.data.photos) } },
                  )
                }
              />
            </FieldGroup>
          }
        />
      </Stack>
      <Stack gap={20} miw={0}>
        <CertificateCard
          animal={animal}
          onSaved={(reply) => queries.setQueryData(key, (known) => known && { ...known, ...reply })}
        />
        <SightingsCard animal={animal} />
        {/* Last, because it comes late: nothing moves away from below a finger. */}
        {isAdmin && <AnimalOffice animal={animal} />}
        {isCarer && <PushOffer offer="animals" />}
      </Stack>
    </div>
  )
}

/** Shows the counts of sightings of an animal by week and area. */
export function SightingsCard({ animal: { petId, petName: name } }: { animal: CommunityAnimal }) {
  const text = useText()
  const sightings = useQuery(callQuery(communityCalls.sightings, { params: { id: petId } }))
  const areaOf = (area: string) => (area === ELSEWHERE ? text('communityForm.elsewhere') : area)
  return (
    <TitledCard id="sightings" title={text('communityForm.sightings')} gap="sm">
      <Loaded query={sightings} skeleton={<TableSkeleton rows={2} />} failure={text('communityForm.sightingsFailed')}>
        {({ data }) =>
          data.length === 0 ? (
            <Text>{text('communityForm.noSightings', { name })}</Text>
          ) : (
            <dl className={classes.weeks}>
              {byWeek(data).map(([week, counts]) => (
                <div key={week}>
                  <dt>{text('communityForm.week', { day: formatUnbrokenDay(week) })}</dt>
                  {counts.map(({ area, count }) => (
                    <dd key={area}>
                      {areaOf(area)}: {formatCount(count)}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          )
        }
      </Loaded>
    </TitledCard>
  )
}

/** The counts of each week, in their order. */
function byWeek(counts: SightingCount[]): [week: string, counts: SightingCount[]][] {
  const weeks = [...new Set(counts.map(({ week }) => week))]
  return weeks.map((week) => [week, counts.filter((count) => count.week === week)])
}
