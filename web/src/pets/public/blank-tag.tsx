import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useUser } from '../../auth/session.ts'
import { CardHead } from './card-head.tsx'
import styles from './pet-detail-page.module.css'

export function BlankTag({ petId, site }: { petId: string; site: Site }) {
  const user = useUser()
  const form = user?.role === 'admin' ? paths.adminPetForm : paths.petForm
  return (
    <article className={styles.card}>
      <CardHead>
        <p className={styles.tagId}>{groupPetId(petId)}</p>
        <h1>This tag is still blank</h1>
      </CardHead>
      <div className={styles.notice}>
        <p>Is it yours? Register your pet, and whoever scans this tag will see how to reach you.</p>
        <a className={styles.mainButton} href={form.to({}, { tag: petId })}>
          Register your pet
        </a>
        <p className={styles.soft}>
          {user
            ? `You are logged in as ${user.username}. The form for this tag will open.`
            : 'Log in or sign up first, and the form for this tag will open.'}
        </p>
        <p className={styles.aside}>
          Found an animal with this tag? Its owner has not registered it yet.{' '}
          <a href={`${site.marketingUrl}/contact`} target="_blank" rel="noopener noreferrer">
            Contact {site.foundationName}
          </a>
        </p>
      </div>
    </article>
  )
}
