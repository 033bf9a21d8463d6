import type { RabiesValidity } from '@petsetu/contract/pets/pet-facts.ts'
import { srcSetOf } from '@petsetu/contract/pets/pet-pictures.ts'
import type { PublicLost } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { Logo } from '../../platform/ui/layout/logo.tsx'
import careSectionStyles from './care-section.module.css'
import finderActionsStyles from './finder-actions.module.css'
import { FinderActions, Icon } from './finder-actions.tsx'
import healthAlertStyles from './health-alert.module.css'
import styles from './pet-detail-page.module.css'
import petPhotosStyles from './pet-photos.module.css'
import type { Care, PetViewModel } from './pet-view-model.ts'

/** Shows the sections for a finder, one in a file: the things to do come first. The form's preview shows the same. */
export function PetSections({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  const text = useText()
  return (
    <>
      {viewModel.lost && <LostMark lost={viewModel.lost} />}
      <PetHead viewModel={viewModel} />
      <FinderActions viewModel={viewModel} site={site} />
      <ContactDetails viewModel={viewModel} />
      <HealthAlert viewModel={viewModel} />
      <FurtherPhotos viewModel={viewModel} />
      <div className={styles.facts}>
        <Fact title={text('finder.owner')} value={viewModel.ownerName} />
        <WhereItLives viewModel={viewModel} />
        <CareSection viewModel={viewModel} />
        <Fact title={text('finder.doctor')} value={viewModel.doctorName} />
      </div>
      {viewModel.empty[0] && (
        <p className={`${styles.section} ${styles.soft}`}>
          {text('finder.notProvided', { facts: viewModel.empty.map((id) => text(id)).join(', ') })}
        </p>
      )}
    </>
  )
}

/** Before anything else, and short, so that the photo is on the first screen as well. */
function LostMark({ lost: { reward } }: { lost: PublicLost }) {
  const text = useText()
  return (
    <p className={finderActionsStyles.lost}>
      <Icon name="warning" />
      {text('finder.lost')}
      {reward && <small>{text('finder.lostReward', { amount: formatRupees(reward) })}</small>}
    </p>
  )
}

/** A fact of one line, where it is known. */
function Fact({ title, value }: { title: string; value: string | null | undefined }) {
  return (
    value && (
      <Section title={title}>
        <p className={styles.strong}>{value}</p>
      </Section>
    )
  )
}

function WhereItLives({ viewModel: { location, address } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    (location || address) && (
      <Section title={text('finder.whereItLives')}>
        {location && <p className={styles.strong}>{location}</p>}
        {address && <p className={styles.typed}>{address}</p>}
      </Section>
    )
  )
}

/** Medicines and treatment, as a warning to whoever looks after the animal now. What to do comes first. */
function HealthAlert({ viewModel: { treatment } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    treatment && (
      <section className={healthAlertStyles.alert}>
        <h2>
          <Icon name="warning" />
          {text('finder.health')}
        </h2>
        <Typed texts={treatment.texts} />
        <p>
          {text(treatment.nameId)} <CareDay day={treatment.day} />
        </p>
      </section>
    )
  )
}

// Letters that do not fit into one line beside the photo.
const LONG_NAME = 18

/** Which animal this is: photo, name, kind, gender and age; of a lost one first when and where it was lost. */
function PetHead({ viewModel }: { viewModel: PetViewModel }) {
  const text = useText()
  const language = useLanguage()
  const { lost, petName: name } = viewModel
  return (
    <>
      <MainPhoto viewModel={viewModel} />
      <CardHead>
        {/* A longer word breaks, even with the letters of a long name. */}
        <h1 data-long={/\S{23}/.test(name) ? 'word' : name.length > LONG_NAME || null}>{name}</h1>
        {lost && (
          <p className={styles.strong}>
            {text('finder.lostSince', { day: formatLongDay(lost.since, language), area: lost.area })}
          </p>
        )}
        {lost?.note && <p className={styles.typed}>{lost.note}</p>}
        <ul className={styles.chips} aria-label={text('finder.inShort')}>
          <li>{viewModel.petType}</li>
          <li>{text(viewModel.genderId)}</li>
          {viewModel.petAge && <li>{viewModel.petAge}</li>}
        </ul>
      </CardHead>
    </>
  )
}

type Props = { viewModel: PetViewModel }

/** The first photo, which the browser loads before anything else. Its space is reserved in its average colour. */
function MainPhoto({ viewModel }: Props) {
  if (viewModel.photos.length > 0) return <PetPhoto viewModel={viewModel} index={0} />
  return (
    <img
      className={petPhotosStyles.drawing}
      src={viewModel.drawing}
      width="96"
      height="96"
      alt=""
      fetchPriority="high"
    />
  )
}

function FurtherPhotos({ viewModel }: Props) {
  const further = viewModel.photos.slice(1)
  return (
    further.length > 0 && (
      <div className={petPhotosStyles.further}>
        {further.map(({ id }, index) => (
          <PetPhoto key={id} viewModel={viewModel} index={index + 1} />
        ))}
      </div>
    )
  )
}

function PetPhoto({ viewModel: { petName: name, photos }, index }: Props & { index: number }) {
  const text = useText()
  const photo = photos[index]
  if (!photo) return null
  const isMain = index === 0
  return (
    <img
      className={petPhotosStyles.photo}
      src={photo.urls.medium}
      srcSet={srcSetOf(photo)}
      sizes={isMain ? '(width < 560px) 100vw, (width < 960px) 320px, 560px' : 'min(33vw, 200px)'}
      width={photo.width}
      height={photo.height}
      data-tall={photo.height > photo.width || undefined}
      style={{ background: photo.color }}
      alt={isMain ? text('finder.photoOf', { name }) : text('finder.furtherPhoto', { number: index + 1, name })}
      {...(isMain ? { fetchPriority: 'high' } : { loading: 'lazy' })}
    />
  )
}

/** As the owner typed them, if they say more than the buttons above. */
function ContactDetails({ viewModel: { contactDetails, contacts, saysMore } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    saysMore && (
      <Section title={text('finder.contactDetails')}>
        <p className={contacts[0] ? '' : styles.onlyContact}>{contactDetails}</p>
      </Section>
    )
  )
}

/** Shows the treatments of the pet, and the day until which its rabies vaccination is valid. */
function CareSection({ viewModel: { rabies, care } }: { viewModel: PetViewModel }) {
  const text = useText()
  // Rabies follows it: above a vaccination that does not say what it is against, 'not known' would seem to deny it.
  const vaccination = care.find(({ nameId }) => nameId === 'finder.vaccination')
  return (
    rabies && (
      <Section title={text('finder.care')}>
        {!vaccination && <Rabies rabies={rabies} />}
        {care[0] && (
          <ul className={careSectionStyles.care}>
            {care.map((entry) => (
              <li key={entry.nameId}>
                <Icon name={entry.nameId.replace('finder.', '')} />
                <h3>{text(entry.nameId)}</h3>
                <CareDay day={entry.day} />
                <Typed texts={entry.texts} />
                {entry === vaccination && <Rabies rabies={rabies} />}
              </li>
            ))}
          </ul>
        )}
      </Section>
    )
  )
}

/** A line of its own, also below a vaccination: it is the one fact that matters to somebody who was bitten. */
function Rabies({ rabies }: { rabies: RabiesValidity }) {
  const text = useText()
  const language = useLanguage()
  let words = text('finder.rabiesUnknown')
  if (rabies.state === 'expired') words = text('finder.rabiesExpired')
  if (rabies.state === 'given') words = text('finder.rabiesGiven', { day: formatLongDay(rabies.day, language) })
  if (rabies.state === 'valid') words = text('finder.rabiesValid', { day: formatLongDay(rabies.until, language) })
  return (
    <p className={careSectionStyles.rabies} data-state={rabies.state}>
      {words}
    </p>
  )
}

function CareDay({ day }: Pick<Care, 'day'>) {
  const language = useLanguage()
  return day && <time dateTime={day}>{formatLongDay(day, language)}</time>
}

function Typed({ texts }: Pick<Care, 'texts'>) {
  return texts.map((typed) => (
    <p className={styles.typed} key={typed}>
      {typed}
    </p>
  ))
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export function CardHead({ children }: { children: ReactNode }) {
  return (
    <header className={styles.head}>
      <Logo size={132} />
      {children}
    </header>
  )
}
