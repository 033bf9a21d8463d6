import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import type { HomeFacts } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { ownerOf, useUser } from '../../people/auth/session.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { takeAnnouncedDeletion } from '../../platform/lib/storage/account-deleted.ts'
import { ErrorBoundary } from '../../platform/ui/feedback/error-boundary.tsx'
import { FindTagForm } from '../../shared/find-tag-form.tsx'
import { Helpline } from '../../shared/helpline.tsx'
import { LastPayment } from '../../shared/payments/last-payment.tsx'
import { petFormFor } from '../../shared/pet-form-address.ts'
import doorsStyles from './home-actions.module.css'
import styles from './home-page.module.css'
import { FormPicture, ScanPicture, SubmitPicture } from './step-pictures.tsx'

// Fewer would not yet persuade anybody.
const SHOWN_FROM = 10

export function HomePage({ facts, site }: { facts: HomeFacts; site: Site }) {
  const text = useText()
  const { petsHome } = facts
  const owner = ownerOf(useUser())
  return (
    <>
      <ErrorBoundary>
        <AccountDeletedNote />
        <LastPayment owner={owner} daysMax={site.complaintDaysMax} />
      </ErrorBoundary>
      <div className={styles.page}>
        <section className={styles.hero}>
          <div className={styles.intro}>
            <h1 className={styles.headline}>{text('home.headline')}</h1>
            <p className={styles.lead}>{text('home.lead')}</p>
            <FindTagForm />
          </div>
          <HomeActions site={site} />
          <div className={styles.picture}>
            {petsHome >= SHOWN_FROM && (
              <p className={styles.petsHome}>{text('home.petsHome', { count: formatCount(petsHome) })}</p>
            )}
            <HeroPicture />
          </div>
        </section>

        <section className={styles.section} aria-labelledby="steps">
          <h2 id="steps">{text('home.steps')}</h2>
          <ol className={styles.cards}>
            <Step picture={<ScanPicture />} title={text('home.stepScan')}>
              {text('home.stepScanHow')}
            </Step>
            <Step picture={<FormPicture />} title={text('home.stepForm')}>
              {text('home.stepFormHow')}
            </Step>
            <Step picture={<SubmitPicture />} title={text('home.stepSubmit')}>
              {text('home.stepSubmitHow')}
            </Step>
          </ol>
        </section>
        <Face facts={facts} donateUrl={site.donateUrl} />
      </div>
    </>
  )
}

/** Shows who acts here: a story of the foundation, and what it has done in numbers. As long as there is neither, how to donate alone. */
function Face({
  facts: { story, storyPhoto, complaintsResolved, members },
  donateUrl,
}: {
  facts: HomeFacts
  donateUrl: string
}) {
  const text = useText()
  const counts = [
    { id: 'home.resolved', count: complaintsResolved },
    { id: 'home.members', count: members },
  ] as const
  const shown = counts.filter(({ count }) => count >= SHOWN_FROM)
  const donate = (
    <a className={styles.donate} href={donateUrl}>
      {text('frame.donate')}
    </a>
  )
  if (!story && !storyPhoto && shown.length === 0) return <p className={styles.donateAlone}>{donate}</p>
  return (
    <section className={styles.face} aria-labelledby="face">
      {storyPhoto ? (
        <img
          className={styles.photo}
          src={storyPhoto.url}
          width={storyPhoto.width}
          height={storyPhoto.height}
          alt={text('home.storyPhoto')}
          loading="lazy"
        />
      ) : (
        <img src="/drawing-pets.svg" width="210" height="132" alt="" loading="lazy" />
      )}
      <div>
        <h2 id="face">{text('home.story')}</h2>
        {story && <p className={styles.story}>{story}</p>}
        {shown.map(({ id, count }) => (
          <p key={id} className={styles.count}>
            {text(id, { count: formatCount(count) })}
          </p>
        ))}
        {donate}
      </div>
    </section>
  )
}

function Step({ picture, title, children }: { picture: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      {picture}
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  )
}

/** For people who have just deleted their account. */
function AccountDeletedNote() {
  const text = useText()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (takeAnnouncedDeletion()) setShown(true)
  }, [])
  if (!isShown) return null
  return (
    <p className={styles.note} role="status">
      {text('home.accountDeleted')}
    </p>
  )
}

function HeroPicture() {
  return (
    <svg
      viewBox="0 0 480 340"
      width="480"
      height="340"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="480" height="340" fill="var(--brand-soft)" />
      <circle cx="126" cy="124" r="52" fill="var(--marigold)" />
      <path d="M0 214c60-40 116-40 172-8s130 22 190-16 94-26 118-14V340H0z" fill="var(--brand)" opacity=".16" />
      <House />
      <path d="M0 262c96-40 168-52 240-52s144 12 240 52v78H0z" fill="var(--brand)" />
      <path
        d="M40 340v-18a44 44 0 0 1 88 0v18zm132 0v-34a68 68 0 0 1 136 0v34zm180 0v-18a44 44 0 0 1 88 0v18z"
        fill="var(--brand-soft)"
      />
      <path
        d="M6 322q14-8 28 0t28 0 28 0 28 0M176 322q14-8 28 0t28 0 28 0 28 0M356 322q14-8 28 0t28 0 28 0 28 0"
        fill="none"
        stroke="var(--brand)"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".5"
      />
      <Dog />
    </svg>
  )
}

function House() {
  return (
    <g>
      <path d="M376 150h76v120h-76z" fill="#fffbf4" />
      <path
        d="M362 156l52-46 52 46z"
        fill="var(--heart)"
        stroke="var(--heart)"
        strokeWidth="6"
        strokeLinejoin="round"
      />
      <path d="M400 260v-58a14 14 0 0 1 28 0v58z" fill="var(--marigold)" />
    </g>
  )
}

function Dog() {
  return (
    <g transform="translate(-14 -2)">
      <path d="M176 154c-24-4-34-24-26-46" fill="none" stroke="#b9743a" strokeWidth="13" strokeLinecap="round" />
      <path d="M186 176l-12 42M262 176l16 40" stroke="#9a5c2a" strokeWidth="16" strokeLinecap="round" />
      <path d="M204 178l8 38M244 178l-8 38" stroke="#b9743a" strokeWidth="16" strokeLinecap="round" />
      <rect x="168" y="138" width="108" height="50" rx="25" fill="#b9743a" />
      <path d="M240 164l22-60 44 26-30 50z" fill="#b9743a" stroke="#b9743a" strokeWidth="8" strokeLinejoin="round" />
      <circle cx="288" cy="108" r="29" fill="#b9743a" />
      <rect x="292" y="104" width="48" height="28" rx="14" fill="#d79a63" />
      <circle cx="336" cy="110" r="6" fill="#2b1d12" />
      <circle cx="296" cy="98" r="4" fill="#2b1d12" />
      <path d="M272 86c-20 4-26 40-12 52 16-4 22-28 20-48z" fill="#7d4a20" />
      <path d="M252 140l33 17" stroke="var(--heart)" strokeWidth="10" strokeLinecap="round" />
      <circle cx="274" cy="166" r="11" fill="var(--marigold)" stroke="#fff" strokeWidth="2.5" />
    </g>
  )
}

/** Shows the main reasons to come, each with a picture: on a phone all of them are on the first screen. */
function HomeActions({ site }: { site: Site }) {
  const text = useText()
  const user = useUser()
  return (
    <section className={doorsStyles.doors} aria-labelledby="doors">
      <h2 id="doors" className="visually-hidden">
        {text('home.doors')}
      </h2>
      <ul>
        <Door
          picture="/door-pet.svg"
          title={<a href={petFormFor(user)}>{text('home.registerPet')}</a>}
          how={text('home.registerPetHow')}
          act={text('home.registerNow')}
        />
        <Door
          picture="/door-report.svg"
          title={<a href={visitorPaths.complaint.to({})}>{text('home.fileComplaint')}</a>}
          how={text('home.fileComplaintHow', { amount: formatRupees(FILING_FEE_RUPEES_MIN) })}
          act={text('home.reportNow')}
        />
        <Door picture="/door-member.svg" title={text('home.becomeMember')} how={text('home.becomeMemberHow')}>
          <div className={doorsStyles.links}>
            <a href={visitorPaths.regularMembership.to({})} aria-label={text('home.regularMembership')}>
              {text('frame.regular')}
            </a>
            <a href={visitorPaths.premiumMembership.to({})} aria-label={text('home.premiumMembership')}>
              {text('frame.premium')}
            </a>
          </div>
        </Door>
      </ul>
      <Helpline site={site} when={text('home.forEmergencies')} />
      <div className={doorsStyles.furthers}>
        {/* The question above each is no part of what the link is called. */}
        <a href={visitorPaths.lostPets.to({})} data-when={text('home.forFinders')}>
          {text('frame.lostPets')}
        </a>
        <a href={visitorPaths.trackComplaint.to({})} data-when={text('home.forFilers')}>
          {text('frame.track')}
        </a>
      </div>
    </section>
  )
}

type DoorProps = { picture: string; title: ReactNode; how: string; act?: string; children?: ReactNode }

/** If its title is a link, all of the card can be tapped, and `act` shows where the other card has its buttons. */
function Door({ picture, title, how, act, children }: DoorProps) {
  return (
    <li className={doorsStyles.door}>
      <img src={picture} width="72" height="72" alt="" loading="lazy" />
      <h3>{title}</h3>
      <p>{how}</p>
      {act && (
        <span className={doorsStyles.act} aria-hidden="true">
          {act}
        </span>
      )}
      {children}
    </li>
  )
}
