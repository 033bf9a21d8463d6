import { useText } from '../../platform/languages/use-text.tsx'
import styles from './owner-section.module.css'
import page from './pet-detail-page.module.css'
import type { PetViewModel } from './pet-view-model.ts'

/** Shows the owner, and the contact details as the owner typed them if they say more than the buttons above. */
export function OwnerSection({ viewModel }: { viewModel: PetViewModel }) {
  const text = useText()
  const { ownerName, contactDetails, contacts, saysMore } = viewModel
  if (ownerName === undefined && !saysMore) return null
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
        {saysMore && (
          <div>
            <dt>{text('finder.contactDetails')}</dt>
            <dd className={contacts.length > 0 ? undefined : styles.onlyContact}>{contactDetails}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
