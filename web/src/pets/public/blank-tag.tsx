import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { petFormFor, useUser } from '../../auth/session.ts'
import { useText } from '../../languages/use-text.tsx'
import { Helpline } from '../../shared/helpline.tsx'
import buttons from '../../shared/public-buttons.module.css'
import { CardHead } from './card-head.tsx'
import styles from './pet-detail-page.module.css'

export function BlankTag({ petId, site }: { petId: string; site: Site }) {
  const text = useText()
  const user = useUser()
  return (
    <article className={styles.card}>
      <CardHead>
        <p className={styles.tagId}>{groupPetId(petId)}</p>
        <h1>{text('finder.blank')}</h1>
      </CardHead>
      <div className={styles.notice}>
        <p>{text('finder.blankInvitation')}</p>
        <a className={buttons.mainButton} href={petFormFor(user, petId)}>
          {text('finder.registerPet')}
        </a>
        <p className={styles.soft}>
          {user ? text('finder.loggedIn', { username: user.username }) : text('finder.logInFirst')}
        </p>
        <p className={styles.aside}>
          {text('finder.foundWithBlank')}{' '}
          <a href={`${site.marketingUrl}/contact`} target="_blank" rel="noopener noreferrer">
            {text('finder.contactFoundation', { foundation: site.foundationName })}
          </a>
        </p>
        <Helpline site={site} when={text('finder.helplineForAnimal')} />
      </div>
    </article>
  )
}
