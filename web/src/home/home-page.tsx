import { FILING_FEE_RUPEES_MIN, formatRupees } from '@petsetu/contract/money.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { ReactNode } from 'react'
import { useUser } from '../auth/session.ts'
import { FindTagForm } from '../shared/find-tag-form.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { HeroPicture } from './hero-picture.tsx'
import styles from './home-page.module.css'
import { LastReceiptNote } from './last-receipt.tsx'
import { FormPicture, ScanPicture, SubmitPicture } from './step-pictures.tsx'

export function HomePage() {
  const user = useUser()
  const petForm = user?.role === 'admin' ? paths.adminPetForm : paths.petForm

  return (
    <>
      <ErrorBoundary>
        <LastReceiptNote />
      </ErrorBoundary>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.headline}>One scan brings a lost pet home</h1>
          <p className={styles.lead}>
            A PetSetu tag on the collar carries a QR code. Whoever finds your pet can scan it and call you at once.
          </p>
          <FindTagForm />
        </div>
        <HeroPicture />
      </section>

      <section className={styles.section} aria-labelledby="steps">
        <h2 id="steps">Three steps to a tag that works</h2>
        <ol className={styles.cards}>
          <Step picture={<ScanPicture />} title="Scan the QR code">
            Point your phone’s camera at the tag. You need no app.
          </Step>
          <Step picture={<FormPicture />} title="Fill in the pet registration form">
            Your pet’s name, where it lives and how to reach you.
          </Step>
          <Step picture={<SubmitPicture />} title="Submit it">
            From now on, the tag tells a finder how to reach you.
          </Step>
        </ol>
      </section>

      <section className={styles.section} aria-labelledby="doors">
        <h2 id="doors">What can we do for you?</h2>
        <ul className={styles.cards}>
          <Door title="Register a pet" links={[{ href: petForm.to({}), text: 'Register a pet' }]}>
            With or without a tag, your pet gets its own page and QR code.
          </Door>
          <Door title="File a complaint" links={[{ href: paths.complaint.to({}), text: 'File a complaint' }]}>
            Have you seen an animal in trouble? Tell us. The filing fee starts at {formatRupees(FILING_FEE_RUPEES_MIN)}.
          </Door>
          <Door
            title="Become a member"
            links={[
              { href: paths.regularMembership.to({}), text: 'Regular membership' },
              { href: paths.premiumMembership.to({}), text: 'Premium membership' },
            ]}
          >
            A membership helps us feed, treat and shelter animals.
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
