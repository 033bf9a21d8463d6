import { paths } from '@petsetu/contract/paths.ts'
import { FindTagForm } from '../ui/find-tag-form.tsx'
import { CardHead } from './card-head.tsx'
import styles from './pet-detail-page.module.css'

export function MissingPet() {
  return (
    <article className={styles.card}>
      <CardHead>
        <h1>Pet not found or an error occurred.</h1>
      </CardHead>
      <div className={styles.notice}>
        <p>Please check the ID: it has 12 letters and digits, and never 0, O, 1 or I.</p>
        <FindTagForm />
        <p>
          <a className={styles.quietLink} href={paths.home.to({})}>
            Go to the home page
          </a>
        </p>
      </div>
    </article>
  )
}
