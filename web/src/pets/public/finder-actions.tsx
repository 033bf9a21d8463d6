import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useText } from '../../languages/use-text.tsx'
import { Helpline } from '../../shared/helpline.tsx'
import styles from './finder-actions.module.css'
import page from './pet-detail-page.module.css'
import type { Contact, PetViewModel } from './pet-view-model.ts'

/** The first thing a finder sees: call or write to the owner, or say here that the pet is found. All are plain links. */
export function FinderActions({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  const text = useText()
  const [first, ...others] = viewModel.contacts
  return (
    <nav className={styles.actions} aria-label={text('finder.help')}>
      {first && (
        <a className={page.mainButton} href={first.href}>
          {first.isPhone ? <PhoneIcon /> : <LetterIcon />}
          <span>
            {text(first.isPhone ? 'finder.callOwner' : 'finder.writeToOwner')}
            <small>{first.text}</small>
          </span>
        </a>
      )}
      <div className={styles.pair}>
        <WhatsApp viewModel={viewModel} />
        <a className={first ? page.sideButton : page.mainButton} href={paths.foundForm.to({ petId: viewModel.petId })}>
          {text('finder.haveThisPet')}
        </a>
      </div>
      {viewModel.contactDetails === undefined && <p className={page.soft}>{text('finder.writeHere')}</p>}
      {others.map((contact) => (
        <OtherContact key={contact.href} contact={contact} />
      ))}
      <Helpline site={site} when={text('finder.helplineForPet')} />
    </nav>
  )
}

function WhatsApp({ viewModel: { whatsAppNumber, petName: name, pageAddress } }: { viewModel: PetViewModel }) {
  const text = useText()
  // Half a character, which a person may have pasted, cannot be part of an address.
  const message = text('finder.whatsAppMessage', { name, address: pageAddress }).toWellFormed()
  return (
    whatsAppNumber && (
      <a
        className={page.sideButton}
        href={`https://wa.me/${whatsAppNumber}?text=${encodeURIComponent(message)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {text('finder.whatsApp')}
      </a>
    )
  )
}

function OtherContact({ contact: { isPhone, href, text: typed } }: { contact: Contact }) {
  const text = useText()
  return (
    <a className={page.sideButton} href={href}>
      {isPhone ? <PhoneIcon /> : <LetterIcon />}
      <span>{isPhone ? text('finder.call', { number: typed }) : text('finder.writeTo', { address: typed })}</span>
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
