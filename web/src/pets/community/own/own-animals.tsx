import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatUnbrokenDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { PetPicture } from '../../../shared/pet-picture.tsx'
import classes from '../../listed-pet.module.css'

/** The animals of the street that somebody looks after; nothing for everybody else. */
export function OwnAnimals() {
  const text = useText()
  const own = useQuery(callQuery(communityCalls.listOwn, {}))
  if (!own.data) return null
  const { animals, mayRegister, isEmailConfirmed } = own.data.data
  if (!mayRegister && animals.length === 0) return null
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
      <ul className={card.grid}>
        {animals.map((animal) => (
          <li key={animal.id} className={`${card.card} ${classes.animal}`}>
            <PetPicture pet={animal} />
            <div className={classes.names}>
              <h3 className={classes.name}>
                <Link to={paths.communityAnimal.to({ petId: animal.petId })}>{animal.petName}</Link>
              </h3>
              <Text c="dimmed">
                {animal.landmark}, {animal.ward}
              </Text>
              {animal.status !== 'died' && <Rabies animal={animal} />}
            </div>
          </li>
        ))}
      </ul>
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

function Rabies({ animal: { rabiesValidUntil: until } }: { animal: CommunityAnimal }) {
  const text = useText()
  if (until === null) return <Due>{text('communityForm.noRabies')}</Due>
  const day = formatUnbrokenDay(until)
  if (until < today()) return <Due>{text('communityForm.rabiesEnded', { day })}</Due>
  return <span>{text('communityForm.rabiesUntil', { day })}</span>
}

function Due({ children }: { children: string }) {
  return (
    <Text span c="var(--pending)" fw={600}>
      {children}
    </Text>
  )
}

/** Leads carers and admins who have scanned a blank tag to the form for an animal of the street; nothing for everybody else. */
export function StreetTag({ petId }: { petId: string }) {
  const text = useText()
  const own = useQuery(callQuery(communityCalls.listOwn, {}))
  if (!own.data?.data.mayRegister) return null
  return (
    <Notice kind="info">
      {text('onStreetTag.question')}{' '}
      <Link to={paths.communityAnimal.to({ petId: 'new' }, { tag: petId })}>{text('onStreetTag.register')}</Link>
    </Notice>
  )
}
