import catalogues from 'catalogues:memberCard'
import type { Site } from '@petsetu/contract/site/site.ts'
import { memberNumber, membershipStatuses } from '@petsetu/contract/supporters/membership-facts.ts'
import { type MemberCard, type Membership, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { createI18n, type PlainId } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { pageLanguage } from '../../platform/languages/page-language.ts'
import { TextProvider, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { Logo } from '../../platform/ui/layout/logo.tsx'
import { QrCanvas } from '../qr-canvas.tsx'
import styles from './card-sheet.module.css'

/** The names of a member's own plan. */
export const PLAN_NAMES: Record<PlanCategory, PlainId> = {
  regular: 'myMembership.regularPlan',
  premium: 'myMembership.premiumPlan',
}

type Props = Pick<Membership, 'plan_name' | 'category' | 'status'> & {
  site: Site
  /** The member’s name. */
  name: string
  facts: { label: string; value: ReactNode }[]
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
      </div>
      <div className={styles.body}>
        <div className={styles.details}>
          <div className={styles.title}>
            <h2 className={styles.name}>{name}</h2>
            <Status look={membershipStatuses[status]} />
            <p>
              <span>{plan_name}</span>{' '}
              <span className={`${styles.soft} ${styles.plan}`}>{text(PLAN_NAMES[category])}</span>
            </p>
          </div>
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

type WithActions = { card: ReactNode; actions: ReactNode; children: ReactNode }

/** A member's card, what can be done with it in a row below, and what else belongs to it. Only the card is printed. */
export function CardWithActions({ card, actions, children }: WithActions) {
  return (
    <div className={styles.withActions}>
      {card}
      <div className={styles.actions}>{actions}</div>
      <div className={styles.further}>{children}</div>
    </div>
  )
}

/** The card as it is shown and printed. */
export function OwnCard({ card, site }: { card: MemberCard; site: Site }) {
  const text = useText()
  const language = useLanguage()
  return (
    <CardSheet
      {...card}
      site={site}
      status={card.is_valid ? 'active' : 'expired'}
      facts={[
        { label: text('memberCard.number'), value: memberNumber(card) },
        { label: text('memberCard.validUntil'), value: formatLongDay(card.valid_until, language) },
      ]}
    />
  )
}

/** From when a membership runs that follows another one. */
function BeginsLater({ day }: { day: string }) {
  const text = useText()
  const language = useLanguage()
  return <Notice kind="info">{text('memberCard.begins', { day: formatLongDay(day, language) })}</Notice>
}

/** Reads the card of a membership, for a page that came without its words; where another one is the valid one still, from when it runs. */
export async function readCardOf(membershipId: number, site: Site): Promise<ReactNode> {
  const language = pageLanguage()
  const [card, { default: catalogue }] = await Promise.all([
    requestData(membershipCalls.card, {}),
    catalogues[language](),
  ])
  if (!card) return null
  const shown = card.number === membershipId ? <OwnCard card={card} site={site} /> : await beginOf(membershipId)
  return shown && <TextProvider i18n={createI18n(language, catalogue)}>{shown}</TextProvider>
}

/** Null if the membership has begun, or is not the account's. */
async function beginOf(membershipId: number): Promise<ReactNode> {
  const memberships = await requestData(membershipCalls.history, {})
  const start = memberships.find(({ id, status }) => id === membershipId && status === 'active')?.start_date
  return start && start > serverToday() ? <BeginsLater day={start} /> : null
}
