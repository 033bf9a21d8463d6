import type { Site } from '@petsetu/contract/site/site.ts'
import type { Membership } from '@petsetu/contract/supporters/memberships.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { Logo } from '../../platform/ui/layout/logo.tsx'
import { MembershipStatus, PLAN_NAMES } from '../membership-status.tsx'
import { QrCanvas } from '../qr-canvas.tsx'
import styles from './card-sheet.module.css'

type Props = Pick<Membership, 'plan_name' | 'category' | 'status'> & {
  site: Site
  /** The member’s name. */
  name: string
  facts: { label: string; value: string }[]
  /** The path behind the QR code; null as long as there is none. */
  path: string | null
}

/** The member's card, the same on every page that shows it and on paper. */
export function CardSheet({ site, name, plan_name, category, status, facts, path }: Props) {
  const text = useText()
  return (
    <section className={styles.card} data-category={category} aria-label={text('titles.memberCard')}>
      <div className={styles.head}>
        <Logo size={36} picture={site.logo} />
        <span>{site.foundationName}</span>
        <MembershipStatus status={status} />
      </div>
      <div className={styles.body}>
        <div className={styles.details}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.plan}>
            <span>{plan_name}</span> <span className={styles.soft}>{text(PLAN_NAMES[category])}</span>
          </p>
          <dl className={styles.facts}>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        {path && (
          <div className={styles.code}>
            <QrCanvas value={site.publicUrl + path} label={text('memberCard.qr')} />
          </div>
        )}
      </div>
    </section>
  )
}
