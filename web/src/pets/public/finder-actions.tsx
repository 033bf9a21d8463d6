import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useText } from '../../languages/use-text.tsx'
import { whatsAppLink } from '../../lib/contact-links.ts'
import { Helpline } from '../../shared/helpline.tsx'
import buttons from '../../shared/public-buttons.module.css'
import styles from './finder-actions.module.css'
import { Icon } from './icon.tsx'
import page from './pet-detail-page.module.css'
import type { Contact, PetViewModel } from './pet-view-model.ts'

/** The first thing a finder sees: call or write to the owner, or say here that the pet is found. All are plain links. */
export function FinderActions({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  const text = useText()
  const [first, ...others] = viewModel.contacts
  return (
    <nav className={styles.actions} aria-label={text('finder.help')}>
      {first && (
        <a className={buttons.mainButton} href={first.href}>
          <Icon name={first.isPhone ? 'phone' : 'letter'} />
          <span>
            {text(first.isPhone ? 'finder.callOwner' : 'finder.writeToOwner')}
            <small>{first.text}</small>
          </span>
        </a>
      )}
      <div className={styles.pair}>
        <WhatsApp viewModel={viewModel} />
        <a
          className={first ? buttons.sideButton : buttons.mainButton}
          href={paths.foundForm.to({ petId: viewModel.petId })}
        >
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

function OtherContact({ contact: { isPhone, href, text: typed } }: { contact: Contact }) {
  const text = useText()
  return (
    <a className={buttons.sideButton} href={href}>
      <Icon name={isPhone ? 'phone' : 'letter'} />
      <span>{isPhone ? text('finder.call', { number: typed }) : text('finder.writeTo', { address: typed })}</span>
    </a>
  )
}
