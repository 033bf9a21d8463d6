import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { ReactNode } from 'react'
import { petFormFor, useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { Helpline } from '../shared/helpline.tsx'
import styles from './doors.module.css'

/** Shows the main reasons to come, each with a picture: on a phone all of them are on the first screen. */
export function Doors({ site }: { site: Site }) {
  const text = useText()
  const user = useUser()
  return (
    <section className={styles.doors} aria-labelledby="doors">
      <h2 id="doors">{text('home.doors')}</h2>
      <ul>
        <Door
          picture="/door-pet.svg"
          when={text('home.forOwners')}
          title={<a href={petFormFor(user)}>{text('home.registerPet')}</a>}
          how={text('home.registerPetHow')}
        />
        <Door
          picture="/door-report.svg"
          when={text('home.forWitnesses')}
          title={<a href={paths.complaint.to({})}>{text('home.fileComplaint')}</a>}
          how={text('home.fileComplaintHow', { amount: formatRupees(FILING_FEE_RUPEES_MIN) })}
        />
        <Door
          picture="/door-member.svg"
          when={text('home.forFriends')}
          title={text('home.becomeMember')}
          how={text('home.becomeMemberHow')}
        >
          <div className={styles.links}>
            <a href={paths.regularMembership.to({})}>{text('home.regularMembership')}</a>
            <a href={paths.premiumMembership.to({})}>{text('home.premiumMembership')}</a>
          </div>
        </Door>
      </ul>
      <Helpline site={site} when={text('home.forEmergencies')} />
      <a className={styles.track} href={paths.trackComplaint.to({})}>
        {text('home.track')}
      </a>
    </section>
  )
}

type DoorProps = { picture: string; when: string; title: ReactNode; how: string; children?: ReactNode }

/** If its title is a link, all of the card can be tapped. */
function Door({ picture, when, title, how, children }: DoorProps) {
  return (
    <li className={styles.door}>
      <img src={picture} width="72" height="72" alt="" loading="lazy" />
      <div>
        <p>{when}</p>
        <h3>{title}</h3>
      </div>
      <p className={styles.how}>{how}</p>
      {children}
    </li>
  )
}
