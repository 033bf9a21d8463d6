import { useText } from '../../languages/use-text.tsx'
import styles from './owner-section.module.css'
import page from './pet-detail-page.module.css'
import type { PetViewModel } from './pet-view-model.ts'

/** Who the owner is, and the contact details as the owner typed them. */
export function OwnerSection({ viewModel: { ownerName, contactDetails, contacts } }: { viewModel: PetViewModel }) {
  const text = useText()
  if (ownerName === undefined && contactDetails === undefined) return null
  return (
    <section className={page.section}>
      <h2 className="visually-hidden">{text('finder.contact')}</h2>
      <dl className={styles.facts}>
        {ownerName !== undefined && (
          <div>
            <dt>{text('finder.owner')}</dt>
            <dd className={ownerName ? undefined : page.soft}>{ownerName ?? text('finder.notProvided')}</dd>
          </div>
        )}
        {contactDetails && (
          <div>
            <dt>{text('finder.contactDetails')}</dt>
            <dd className={contacts.length > 0 ? undefined : styles.onlyContact}>{contactDetails}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
