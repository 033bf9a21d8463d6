import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { ReactNode } from 'react'
import { useUser } from '../auth/session.ts'
import { useText } from '../languages/use-text.tsx'
import { FindTagForm } from '../shared/find-tag-form.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { AccountDeletedNote } from './account-deleted.tsx'
import { HeroPicture } from './hero-picture.tsx'
import styles from './home-page.module.css'
import { LastReceiptNote } from './last-receipt.tsx'
import { FormPicture, ScanPicture, SubmitPicture } from './step-pictures.tsx'

export function HomePage() {
  const text = useText()
  const user = useUser()
  const petForm = user?.role === 'admin' ? paths.adminPetForm : paths.petForm

  return (
    <>
      <ErrorBoundary>
        <AccountDeletedNote />
        <LastReceiptNote />
      </ErrorBoundary>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.headline}>{text('home.headline')}</h1>
          <p className={styles.lead}>{text('home.lead')}</p>
          <FindTagForm />
        </div>
        <HeroPicture />
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

      <section className={styles.section} aria-labelledby="doors">
        <h2 id="doors">{text('home.doors')}</h2>
        <ul className={styles.cards}>
          <Door title={text('home.registerPet')} links={[{ href: petForm.to({}), text: text('home.registerPet') }]}>
            {text('home.registerPetHow')}
          </Door>
          <Door
            title={text('home.fileComplaint')}
            links={[{ href: paths.complaint.to({}), text: text('home.fileComplaint') }]}
          >
            {text('home.fileComplaintHow', { amount: formatRupees(FILING_FEE_RUPEES_MIN) })}
          </Door>
          <Door
            title={text('home.becomeMember')}
            links={[
              { href: paths.regularMembership.to({}), text: text('home.regularMembership') },
              { href: paths.premiumMembership.to({}), text: text('home.premiumMembership') },
            ]}
          >
            {text('home.becomeMemberHow')}
          </Door>
        </ul>
      </section>
    </>
  )
}

function Step({ picture, title, children }: { picture: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={`${styles.card} ${styles.step}`}>
      {picture}
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  )
}

type DoorProps = { title: string; links: { href: string; text: string }[]; children: ReactNode }

function Door({ title, links, children }: DoorProps) {
  return (
    <li className={styles.card}>
      <h3>{title}</h3>
      <p>{children}</p>
      <div className={styles.links}>
        {links.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </div>
    </li>
  )
}
