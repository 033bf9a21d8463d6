import styles from './contact-owner.module.css'
import page from './pet-detail-page.module.css'
import type { Contact, PetViewModel } from './pet-view-model.ts'

/** A large button for the first way to contact the owner, and smaller ones for the others. */
export function ContactOwner({ viewModel }: { viewModel: PetViewModel }) {
  const { contactDetails, ownerName } = viewModel
  const [first, ...others] = viewModel.contacts
  return (
    <section className={styles.contact}>
      <h2 className="visually-hidden">Contact</h2>
      {first && (
        <a className={page.mainButton} href={first.href}>
          {first.isPhone ? <PhoneIcon /> : <LetterIcon />}
          <span>
            {first.isPhone ? 'Call the owner' : 'Write to the owner'}
            <small>{first.text}</small>
          </span>
        </a>
      )}
      {others.length > 0 && (
        <div className={styles.others}>
          {others.map((contact) => (
            <OtherContact key={contact.href} contact={contact} />
          ))}
        </div>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Owner</dt>
          <dd className={ownerName ? undefined : page.soft}>{ownerName ?? 'Not provided'}</dd>
        </div>
        <div>
          <dt>Contact details</dt>
          <dd className={first ? undefined : styles.onlyContact}>{contactDetails}</dd>
        </div>
      </dl>
    </section>
  )
}

function OtherContact({ contact: { isPhone, href, text } }: { contact: Contact }) {
  return (
    <a className={page.sideButton} href={href}>
      {isPhone ? <PhoneIcon /> : <LetterIcon />}
      <span>
        {isPhone ? 'Call' : 'Write to'} {text}
      </span>
    </a>
  )
}

function PhoneIcon() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M6.6 2.5 9 2l2.2 5.2-2.4 2a13 13 0 0 0 6 6l2-2.4L22 15l-.5 2.4A4 4 0 0 1 17.6 21 15 15 0 0 1 3 6.4a4 4 0 0 1 3.6-3.9z" />
    </svg>
  )
}

function LetterIcon() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <rect x="3" y="5" width="18" height="14" rx="2.5" />
      <path d="m4 7 8 6 8-6" />
    </svg>
  )
}
