import { paths } from '@petsetu/contract/paths.ts'
import { CERTIFICATE_PATH, ELSEWHERE, SEEN_PATH } from '@petsetu/contract/pets/community/community-facts.ts'
import type { RabiesValidity } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { drawingOf } from '@petsetu/contract/pets/pet-pictures.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import type { Sighting, StreetAnimal } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { callHref } from '../../../platform/lib/call-href.ts'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import card from '../../../shared/animal-card.module.css'
import buttons from '../../../shared/public-buttons.module.css'
import styles from './street-page.module.css'

type Props = { animal: StreetAnimal; areas: string[]; sighting: Sighting | null; site: Site }

/** The page behind the tag of an animal of the street. All of it works without a script. */
export function StreetPage({ animal, areas, sighting, site }: Props) {
  const text = useText()
  const { pet, community } = animal
  return (
    <article className={`${card.card} ${styles.card}`}>
      <Photo animal={animal} />
      <header className={styles.head}>
        <h1>{pet.petName}</h1>
        <ul className={styles.chips} aria-label={text('street.inShort')}>
          <li>{pet.petType}</li>
          <li>{text(pet.petGender === 'male' ? 'street.male' : 'street.female')}</li>
          {pet.petAge && <li>{pet.petAge}</li>}
        </ul>
      </header>
      <WhereItLives animal={animal} site={site} />
      {community.status === 'died' ? (
        <div className={styles.section}>
          <ContactFoundation site={site} />
        </div>
      ) : (
        <>
          <WhatToDo animal={animal} site={site} />
          <Health animal={animal} />
          <Seen animal={animal} areas={areas} sighting={sighting} />
        </>
      )}
      <p className={styles.tag}>{text('street.tag', { tag: groupPetId(pet.petId) })}</p>
    </article>
  )
}

type Of = { animal: StreetAnimal }

function Photo({ animal: { pet, species } }: Of) {
  const text = useText()
  const [photo] = pet.photos
  if (!photo) {
    return <img className={styles.drawing} src={drawingOf(species)} width="96" height="96" alt="" />
  }
  return (
    <img
      className={styles.photo}
      src={photo.urls.medium}
      width={photo.width}
      height={photo.height}
      style={{ background: photo.color }}
      alt={text('street.photoOf', { name: pet.petName })}
      fetchPriority="high"
    />
  )
}

/** Says first that the animal belongs here, and who looks after it: the foundation, never a person. */
function WhereItLives({ animal, site: { foundationName: foundation } }: Of & { site: Site }) {
  const text = useText()
  const { petName: name } = animal.pet
  const { status, ward, landmark } = animal.community
  if (status === 'died')
    return <Section title={text('street.died', { name })}>{text('street.diedText', { name })}</Section>
  if (status === 'moved')
    return <Section title={text('street.moved', { name })}>{text('street.movedText', { name, foundation })}</Section>
  return (
    <Section title={text('street.livesHere', { name })}>
      <strong>{text('street.livesNear', { landmark, ward })}</strong>
      {text('street.lookedAfter', { name, foundation })}
    </Section>
  )
}

/** The call, which is free, comes first and is filled. A complaint, which has a fee, comes after it. */
function WhatToDo({ animal: { pet }, site }: Of & { site: Site }) {
  const text = useText()
  const { helplinePhone: phone } = site
  return (
    <nav className={styles.section}>
      <h2>{text('street.call')}</h2>
      {phone ? (
        <a className={`${buttons.mainButton} ${styles.call}`} href={callHref(phone)}>
          <span>
            {text('helpline.call')} <small>{phone}</small>
          </span>
        </a>
      ) : (
        <ContactFoundation site={site} />
      )}
      <p className={styles.hint}>{text('street.wrongHint', { amount: formatRupees(FILING_FEE_RUPEES_MIN) })}</p>
      <a className={buttons.sideButton} href={paths.complaint.to({}, { animal: pet.petId })}>
        {text('street.wrong')}
      </a>
    </nav>
  )
}

function ContactFoundation({ site }: Pick<Props, 'site'>) {
  const text = useText()
  return (
    <a className={buttons.sideButton} href={paths.contact.to({})}>
      {text('finder.contactFoundation', { foundation: site.foundationName })}
    </a>
  )
}

function Health({ animal: { pet, community, rabies } }: Of) {
  const text = useText()
  const language = useLanguage()
  const { sterilisedOn, earNotch } = community
  return (
    <section className={styles.section}>
      <h2>{text('street.health')}</h2>
      <ul className={styles.facts}>
        <li>
          <Rabies rabies={rabies} />
        </li>
        <li>
          {sterilisedOn
            ? text('street.sterilised', { day: formatLongDay(sterilisedOn, language) })
            : text('street.notSterilised')}
        </li>
        {earNotch !== 'none' && <li>{text('street.notch', { ear: text(`communityNotch.${earNotch}`) })}</li>}
      </ul>
      {(sterilisedOn !== null || rabies.state !== 'unknown') && (
        <a className={styles.certificate} href={fillPath(CERTIFICATE_PATH, { petId: pet.petId })} download>
          {text('street.certificate')}
        </a>
      )}
    </section>
  )
}

function Rabies({ rabies }: { rabies: RabiesValidity }): string {
  const text = useText()
  const language = useLanguage()
  if (rabies.state === 'unknown') return text('street.rabiesUnknown')
  if (rabies.state === 'given') return text('street.rabiesGiven', { day: formatLongDay(rabies.day, language) })
  const day = formatLongDay(rabies.until, language)
  return text(rabies.state === 'valid' ? 'street.rabiesUntil' : 'street.rabiesEnded', { day })
}

/** One tap counts: each area is a button of a plain form. */
function Seen({ animal: { pet, community }, areas, sighting }: Of & Pick<Props, 'areas' | 'sighting'>) {
  const text = useText()
  if (sighting === 'counted') {
    return (
      <p className={styles.thanks} role="status">
        {text('street.thanks')}
      </p>
    )
  }
  const [home, ...others] = areas
  return (
    <form className={styles.section} method="post" action={fillPath(SEEN_PATH, { petId: pet.petId })}>
      <h2>{text('street.seenTitle', { name: pet.petName })}</h2>
      {sighting === 'failed' && <p role="alert">{text('street.notCounted')}</p>}
      {community.status === 'here' && home && (
        <button type="submit" className={buttons.sideButton} name="area" value={home}>
          {text('street.seen')}
        </button>
      )}
      <p className={styles.soft}>{text('street.seenHint')}</p>
      <details open={community.status !== 'here'}>
        <summary className={fold.unfolds}>{text('street.seenElsewhere')}</summary>
        <div className={styles.areas}>
          {(community.status === 'here' ? others : areas).map((area) => (
            <button key={area} type="submit" className={buttons.sideButton} name="area" value={area}>
              {area}
            </button>
          ))}
          <button type="submit" className={buttons.sideButton} name="area" value={ELSEWHERE}>
            {text('street.elsewhere')}
          </button>
        </div>
      </details>
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.lives}>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  )
}
