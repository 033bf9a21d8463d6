import type { MemberView } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { callHref } from '../../../platform/lib/call-href.ts'
import { FormTitle } from '../../../platform/public-form/form-card.tsx'
import styles from './member-page.module.css'

const STATES = {
  valid: { id: 'member.valid', sign: 'M5 12.5l4.5 4.5L19 7.5' },
  expired: { id: 'member.expired', sign: 'M12 7v5l3 3M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18' },
  missing: { id: 'member.notFound', sign: 'M7 7l10 10M17 7L7 17' },
} as const satisfies Record<string, { id: PlainId; sign: string }>

/** Shows the public page behind a member's card. It works without a script. */
export function MemberPage({ member, site }: { member: MemberView; site: Site }) {
  const text = useText()
  return (
    <>
      <FormTitle picture={member.kind === 'missing' ? '/drawing-no-card.svg' : '/drawing-card.svg'} width="narrow">
        {text('member.title')}
      </FormTitle>
      <article className={styles.card}>
        {member.kind === 'failed' ? <Failed /> : <Checked member={member} site={site} />}
      </article>
    </>
  )
}

function Checked({ member, site }: { member: Exclude<MemberView, { kind: 'failed' }>; site: Site }) {
  const text = useText()
  const { id, sign } = STATES[member.kind]
  return (
    <>
      <p className={styles.state} data-state={member.kind}>
        <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
          <path d={sign} />
        </svg>
        {text(id)}
      </p>
      {member.kind === 'missing' ? <p>{text('member.notFoundWhy')}</p> : <Facts member={member} />}
      <Foundation site={site} hasQuestions={member.kind !== 'valid'} />
    </>
  )
}

/** The foundation with its number, and with a way to ask about a card that is not valid. */
function Foundation({ site, hasQuestions }: { site: Site; hasQuestions: boolean }) {
  const { foundationName, helplinePhone } = site
  const text = useText()
  return (
    <div className={styles.ask}>
      <p className={styles.helpline}>
        <b>{foundationName}</b>{' '}
        {helplinePhone && (
          <>
            {text('member.call')} <a href={callHref(helplinePhone)}>{helplinePhone}</a>
          </>
        )}
      </p>
      {hasQuestions && (
        <a className={styles.link} href={visitorPaths.contact.to({})}>
          {text('frame.contactUs')}
        </a>
      )}
    </div>
  )
}

function Facts({ member: { name, plan, validUntil } }: { member: Extract<MemberView, { name: string }> }) {
  const text = useText()
  const language = useLanguage()
  return (
    <>
      <dl className={styles.facts}>
        <Fact label={text('member.name')}>{name}</Fact>
        <Fact label={text('member.plan')}>{plan}</Fact>
        <Fact label={text('member.validUntil')}>{formatLongDay(validUntil, language)}</Fact>
      </dl>
      <p className={styles.hint}>{text('member.checked')}</p>
    </>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Failed() {
  const text = useText()
  return (
    <>
      <p role="alert">{text('member.failed')}</p>
      {/* This page’s own address, without a script. */}
      <a className={styles.link} href="?">
        {text('member.tryAgain')}
      </a>
    </>
  )
}
