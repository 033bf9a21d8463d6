import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatLongDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import classes from './own-animals.module.css'

/** The animals of the street that somebody looks after; nothing for everybody else. */
export function OwnAnimals() {
  const text = useText()
  const own = useQuery(callQuery(communityCalls.listOwn, {}))
  if (!own.data) return null
  const { animals, mayRegister, isEmailConfirmed } = own.data.data
  if (!mayRegister && animals.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="street-animals">
      <div className={classes.head}>
        <h2 id="street-animals">{text('communityForm.ownAnimals')}</h2>
        {mayRegister && (
          <Button component={Link} variant="default" to={paths.communityAnimal.to({ petId: 'new' })}>
            {text('communityForm.registerAnimal')}
          </Button>
        )}
        <Button component={Link} variant="default" to={paths.camps.to({})}>
          {text('titles.camps')}
        </Button>
      </div>
      {!isEmailConfirmed && <NoReminders />}
      {animals.length === 0 && <p>{text('communityForm.noneYet')}</p>}
      <ul className={card.grid}>
        {animals.map((animal) => (
          <li key={animal.id} className={`${card.card} ${classes.animal}`}>
            <Link to={paths.communityAnimal.to({ petId: animal.petId })}>
              <strong>{animal.petName}</strong>
            </Link>
            <span>
              {animal.landmark}, {animal.ward}
            </span>
            <Rabies animal={animal} />
          </li>
        ))}
      </ul>
    </section>
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
  if (until === null) return <span className={classes.due}>{text('communityForm.noRabies')}</span>
  const day = formatLongDay(until)
  if (until < today()) return <span className={classes.due}>{text('communityForm.rabiesEnded', { day })}</span>
  return <span>{text('communityForm.rabiesUntil', { day })}</span>
}
