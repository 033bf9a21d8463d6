import { srcSetOf } from '@petsetu/contract/pets/photo-sizes.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { CardHead } from './card-head.tsx'
import { CareDetails } from './care-details.tsx'
import { CareSection } from './care-section.tsx'
import finderActionsStyles from './finder-actions.module.css'
import { FinderActions } from './finder-actions.tsx'
import healthAlertStyles from './health-alert.module.css'
import { Icon } from './icon.tsx'
import { OwnerSection } from './owner-section.tsx'
import styles from './pet-detail-page.module.css'
import petPhotosStyles from './pet-photos.module.css'
import type { PetViewModel } from './pet-view-model.ts'
import { Section } from './section.tsx'

/** Shows the sections for a finder, one in a file: the things to do come first. The form's preview shows the same. */
export function PetSections({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  return (
    <>
      {viewModel.lost && <LostMark />}
      <PetHead viewModel={viewModel} />
      <FinderActions viewModel={viewModel} site={site} />
      <OwnerSection viewModel={viewModel} />
      <HealthAlert viewModel={viewModel} />
      <FurtherPhotos viewModel={viewModel} />
      <WhereItLives viewModel={viewModel} />
      <CareSection viewModel={viewModel} />
      <DoctorSection viewModel={viewModel} />
    </>
  )
}

/** Before anything else, and short, so that the photo is on the first screen as well. */
function LostMark() {
  const text = useText()
  return (
    <p className={finderActionsStyles.lost}>
      <Icon name="warning" />
      {text('finder.lost')}
    </p>
  )
}

function DoctorSection({ viewModel: { doctorName } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    doctorName !== undefined && (
      <Section title={text('finder.doctor')}>
        <p className={doctorName ? styles.strong : styles.soft}>{doctorName ?? text('finder.notProvided')}</p>
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

/** Medicines and treatment, as a warning to whoever looks after the animal now. Nothing where there are none. */
function HealthAlert({ viewModel: { treatment } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    treatment && (
      <section className={healthAlertStyles.alert}>
        <h2>
          <Icon name="warning" />
          {text('finder.health')}
        </h2>
        <h3>{text(treatment.nameId)}</h3>
        <CareDetails entry={treatment} />
      </section>
    )
  )
}

/** Which animal this is: photo, name, kind, gender and age. */
function PetHead({ viewModel }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    <>
      <MainPhoto viewModel={viewModel} />
      <CardHead>
        <h1>{viewModel.petName}</h1>
        <ul className={styles.chips} aria-label={text('finder.inShort')}>
          <li>{viewModel.petType}</li>
          <li>{text(viewModel.genderId)}</li>
          <li>{viewModel.petAge}</li>
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
      sizes={isMain ? '(width < 560px) 100vw, 320px' : 'min(33vw, 200px)'}
      width={photo.width}
      height={photo.height}
      style={{ background: photo.color }}
      alt={isMain ? text('finder.photoOf', { name }) : text('finder.furtherPhoto', { number: index + 1, name })}
      {...(isMain ? { fetchPriority: 'high' } : { loading: 'lazy' })}
    />
  )
}
