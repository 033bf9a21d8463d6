import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { whatsAppLink } from '../../platform/lib/contact-links.ts'
import { Helpline } from '../../shared/helpline.tsx'
import buttons from '../../shared/public-buttons.module.css'
import styles from './finder-actions.module.css'
import iconStyles from './icon.module.css'
import page from './pet-detail-page.module.css'
import type { Contact, PetViewModel } from './pet-view-model.ts'

/**
 * The first thing a finder sees: call or write to the owner, or say here that the pet is found. All are plain links. Those of a lost pet
 * stay at the bottom edge of the window.
 */
export function FinderActions({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  const text = useText()
  const [first, ...others] = viewModel.contacts
  return (
    <nav className={styles.actions} aria-label={text('finder.help')}>
      <div className={viewModel.lost ? styles.bar : styles.lead}>
        {first && <ContactButton contact={first} isMain />}
        <div className={styles.pair}>
          <WhatsApp viewModel={viewModel} />
          <a
            className={first ? buttons.sideButton : buttons.mainButton}
            href={visitorPaths.foundForm.to({ petId: viewModel.petId })}
          >
            {text('finder.haveThisPet')}
          </a>
        </div>
      </div>
      {viewModel.contactDetails === undefined && <p className={page.soft}>{text('finder.writeHere')}</p>}
      {others.map((contact) => (
        <ContactButton key={contact.href} contact={contact} />
      ))}
      <Helpline site={site} when={text('finder.helplineForPet')} />
    </nav>
  )
}

function WhatsApp({ viewModel: { whatsAppNumber, petName: name, pageAddress } }: { viewModel: PetViewModel }) {
  const text = useText()
  const message = text('finder.whatsAppMessage', { name, address: pageAddress })
  return (
    whatsAppNumber && (
      <a
        className={buttons.sideButton}
        href={whatsAppLink(message, whatsAppNumber)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="chat" />
        {text('finder.whatsApp')}
      </a>
    )
  )
}

/** Calls or writes to the owner. The main one is the first thing that a finder can do. */
function ContactButton({ contact: { isPhone, href, text: typed }, isMain }: { contact: Contact; isMain?: true }) {
  const text = useText()
  return (
    <a className={isMain ? buttons.mainButton : buttons.sideButton} href={href}>
      <Icon name={isPhone ? 'phone' : 'letter'} />
      <span>
        {isMain
          ? text(isPhone ? 'finder.callOwner' : 'finder.writeToOwner')
          : text(isPhone ? 'finder.call' : 'finder.writeTo', { contact: typed })}
        {isMain && <small>{typed}</small>}
      </span>
    </a>
  )
}

/** A drawing in the colour of the text beside it. Its file is a mask, so that the drawing is in no script. */
export function Icon({ name }: { name: string }) {
  return <i className={iconStyles.icon} style={{ maskImage: `url(/icon-${name}.svg)` }} />
}
