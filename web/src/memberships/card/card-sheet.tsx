import { memberNumber } from '@petsetu/contract/member-number.ts'
import type { MemberCard } from '@petsetu/contract/memberships.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import { MembershipStatus } from '../../shared/membership-status.tsx'
import { QrCanvas } from '../../shared/qr-canvas.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { CATEGORY_LABELS } from '../category-labels.ts'
import classes from './card-sheet.module.css'

/** The card as it is shown and printed. */
export function CardSheet({ card, site }: { card: MemberCard; site: Site }) {
  const text = useText()
  const language = useLanguage()
  const { name, number, plan_name, category, valid_until, is_valid, path } = card
  return (
    <section className={classes.card} data-category={category} aria-label={text('titles.memberCard')}>
      <div className={classes.head}>
        <Logo size={36} picture={site.logo} />
        <span>{site.foundationName}</span>
        <MembershipStatus status={is_valid ? 'active' : 'expired'} />
      </div>
      <div className={classes.body}>
        <div className={classes.details}>
          <h2 className={classes.name}>{name}</h2>
          <p className={classes.plan}>
            {plan_name} <span className={classes.soft}>{text(CATEGORY_LABELS[category].plan)}</span>
          </p>
          <dl className={classes.facts}>
            <div>
              <dt>{text('memberCard.number')}</dt>
              <dd>{memberNumber(number)}</dd>
            </div>
            <div>
              <dt>{text('memberCard.validUntil')}</dt>
              <dd>{formatLongDay(valid_until, language)}</dd>
            </div>
          </dl>
        </div>
        <div className={classes.code}>
          <QrCanvas value={site.publicUrl + path} label={text('memberCard.qr')} />
        </div>
      </div>
    </section>
  )
}
