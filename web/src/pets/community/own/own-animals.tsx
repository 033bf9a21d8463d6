import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { pageParam } from '@petsetu/contract/platform/paging.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearchParams } from 'react-router'
import { formatUnbrokenDay } from '../../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { serverToday } from '../../../platform/lib/requests/server-clock.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { screenReaderOnly } from '../../../platform/ui/layout/screen-reader-only.tsx'
import { Pager } from '../../../platform/ui/table/list-page.tsx'
import classes from '../../listed-pet.module.css'
import { ListedPet } from '../../listed-pet.tsx'

const ANIMALS_A_PAGE = 24
// My Pets, on the same page, has pages as well.
const PAGE = 'animals'

/** Says what the signed-in person may do, with one animal rather than all that they look after. */
export const carerRights = () => callQuery(communityCalls.listOwn, { query: { limit: '1' } })

/** The animals of the street that somebody looks after; nothing for everybody else. */
export function OwnAnimals() {
  const text = useText()
  const page = pageParam(useSearchParams()[0], PAGE)
  const query = { page: String(page), limit: String(ANIMALS_A_PAGE) }
  const own = useQuery({ ...callQuery(communityCalls.listOwn, { query }), placeholderData: keepPreviousData })
  if (!own.data) return null
  const { animals, mayRegister, isEmailConfirmed } = own.data.data
  const { page: shown = page, total = animals.length, last_page: last = 1 } = own.data.pagination ?? {}
  if (!mayRegister && total === 0) return null
  if (page > last && !own.isPlaceholderData) return <Navigate to={paths.myPets.to({}, { [PAGE]: last })} replace />
  return (
    <Stack component="section" mt={40} aria-labelledby="street-animals">
      <Group gap="sm">
        <Box component="h2" id="street-animals" m="0 auto 0 0">
          {text('communityForm.ownAnimals')}
        </Box>
        {mayRegister && (
          <Button component={Link} variant="default" to={paths.communityAnimal.to({ petId: 'new' })}>
            {text('communityForm.registerAnimal')}
          </Button>
        )}
        <Button component={Link} variant="default" to={paths.camps.to({})}>
          {text('titles.camps')}
        </Button>
      </Group>
      {!isEmailConfirmed && <NoReminders />}
      {animals.length === 0 && <Text>{text('communityForm.noneYet')}</Text>}
      {last > 1 && <Text c="dimmed">{text('communityForm.ownCount', pluralValues(total))}</Text>}
      <ul className={`${card.grid} ${classes.list}`}>
        {animals.map((animal) => (
          <ListedPet
            key={animal.id}
            pet={animal}
            heading="h3"
            facts={
              <Text c="dimmed">
                {animal.landmark}, {animal.ward}
              </Text>
            }
            links={<CareLink animal={animal} />}
          >
            <Actions animal={animal} />
          </ListedPet>
        ))}
      </ul>
      <Pager page={page} shown={shown} last={last} param={PAGE} label={text('communityForm.ownPages')} />
    </Stack>
  )
}

/** Tells a carer why no email comes, and where to mend it. */
export function NoReminders() {
  const text = useText()
  return (
    <Notice kind="info">
      <p>{text('communityForm.noReminders')}</p>
      <Link to={paths.account.to({})}>{text('communityForm.confirmAddress')}</Link>
    </Notice>
  )
}

function Actions({ animal: { petId, petName } }: { animal: CommunityAnimal }) {
  const name = () => screenReaderOnly(petName)
  return (
    <>
      <Button component="a" href={paths.petDetail.to({ petId })} variant="subtle" px={8}>
        <RichText id="pets.publicPage" fill={{ name }} />
      </Button>
      <Button component={Link} to={paths.communityAnimal.to({ petId })} variant="subtle" px={8}>
        <RichText id="pets.edit" fill={{ name }} />
      </Button>
    </>
  )
}

/** Leads to the care of an animal, and says until when its vaccination is valid; not of one that has died. */
function CareLink({ animal }: { animal: CommunityAnimal }) {
  const text = useText()
  const { petId, petName, status, rabiesValidUntil: until } = animal
  const isAlive = status !== 'died'
  const isDue = isAlive && (until === null || until < serverToday())
  const name = () => screenReaderOnly(petName)
  return (
    <Link to={paths.care.to({ petId })} data-due={isDue || undefined}>
      <span>
        {isAlive ? (
          <>
            {rabiesWords(animal, text)}
            {name()}
          </>
        ) : (
          <RichText id="pets.care" fill={{ name }} />
        )}
      </span>
      <IconChevronRight size={18} aria-hidden />
    </Link>
  )
}

/** A vaccination without its last day is due, but it is on record. */
function rabiesWords({ rabiesOn, rabiesValidUntil: until }: CommunityAnimal, text: Translate): string {
  if (until === null && rabiesOn !== null)
    return text('communityForm.rabiesGiven', { day: formatUnbrokenDay(rabiesOn) })
  if (until === null) return text('communityForm.noRabies')
  return text(until < serverToday() ? 'communityForm.rabiesEnded' : 'communityForm.rabiesUntil', {
    day: formatUnbrokenDay(until),
  })
}

/** Leads carers and admins who have scanned a blank tag to the form for an animal of the street; nothing for everybody else. */
export function StreetTag({ petId }: { petId: string }) {
  const text = useText()
  const own = useQuery(carerRights())
  if (!own.data?.data.mayRegister) return null
  return (
    <Notice kind="info">
      {text('onStreetTag.question')}{' '}
      <Link to={paths.communityAnimal.to({ petId: 'new' }, { tag: petId })}>{text('onStreetTag.register')}</Link>
    </Notice>
  )
}
