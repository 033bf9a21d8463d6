import { Button } from '@mantine/core'
import { deviceCalls } from '@petsetu/contract/people/account.ts'
import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { languages } from '@petsetu/languages/languages.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import card from '../../platform/ui/layout/card.module.css'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { useOwnAccount } from '../auth/own-account.ts'
import classes from './account-page.module.css'
import { ownChoice } from './notice-choices.tsx'
import { secondFactorQuery } from './second-factor/second-factor.tsx'

type Props = {
  /** Names the row in the page's address. */
  id: string
  title: string
  /** The present value. */
  value?: ReactNode
  /** The row lists what there is, and its value is not changed. */
  isShown?: boolean
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

type LineProps = Pick<Props, 'id' | 'title' | 'value'> & {
  /** The button at the end of the line. */
  action: ReactNode
  /** On a phone, the action has a row of its own. */
  isWide?: boolean
  /** Below the line. */
  children?: ReactNode
}

/** One subject of the account page: what is set, and what can be done with it. */
export function AccountLine({ id, title, value, action, isWide = false, children }: LineProps) {
  return (
    <section id={id} className={classes.row} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h3 id={`${id}-title`} className={classes.heading}>
          {title}
        </h3>
        {value !== undefined && <p className={classes.value}>{value}</p>}
        {action && (
          <div className={classes.action} data-wide={isWide || undefined}>
            {action}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}

/** The subjects that belong together: in a card, beside or below their heading. */
export function AccountGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={classes.group}>
      <h2 className={classes.groupHeading}>{heading}</h2>
      <div className={`${card.card} ${classes.lines}`}>{children}</div>
    </div>
  )
}

/** A subject whose button opens what changes it. */
export function AccountRow({ id, title, value, isShown = false, isOpen, onToggle, children }: Props) {
  // The row keeps what was typed, and what is shown only once, while another one is open.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <AccountLine
      id={id}
      title={title}
      value={value}
      action={
        <Button
          variant="subtle"
          px={8}
          aria-expanded={isOpen}
          aria-controls={wasOpen ? `${id}-body` : undefined}
          onClick={onToggle}
        >
          <RichText
            id={isOpen ? 'accountRows.close' : isShown ? 'accountRows.show' : 'accountRows.change'}
            fill={{ what: () => screenReaderOnly(title) }}
          />
        </Button>
      }
    >
      {wasOpen && (
        <div id={`${id}-body`} className={classes.body} hidden={!isOpen}>
          {children}
        </div>
      )}
    </AccountLine>
  )
}

const WAITING = <span aria-busy />

/** The address of the account, and whether it is confirmed. */
export function EmailNow() {
  const text = useText()
  const { data, isPending } = useOwnAccount()
  if (!data) return isPending && WAITING
  return text(data.email_confirmed ? 'accountEmail.confirmed' : 'accountEmail.unconfirmed', { email: data.email })
}

export function PhoneNow() {
  const text = useText()
  const { data, isPending } = useOwnAccount()
  if (!data) return isPending && WAITING
  return data.phone ?? text('accountRows.none')
}

/** The language that was chosen for the account, which need not be that of this page. */
export function LanguageNow() {
  const text = useText()
  const { data, isPending } = useOwnAccount()
  if (!data) return isPending && WAITING
  if (!data.language) return text('accountLanguage.notChosen')
  return <span lang={data.language}>{languages[data.language].name}</span>
}

export function RemindersNow() {
  const text = useText()
  const { data, isPending } = useOwnAccount()
  if (!data) return isPending && WAITING
  return text(data.wants_reminders ? 'accountRows.on' : 'accountRows.off')
}

export function SecondFactorNow() {
  const text = useText()
  const { data, isPending } = useQuery(secondFactorQuery)
  if (!data) return isPending && WAITING
  const { enabled_at: since } = data.data
  return since ? text('accountRows.onSince', { day: formatLongInstant(since) }) : text('accountRows.off')
}

export function DevicesNow() {
  const text = useText()
  const { data, isPending } = useQuery(callQuery(deviceCalls.list, {}))
  if (!data) return isPending && WAITING
  return text('accountRows.devices', pluralValues(data.data.length))
}

export function PasskeysNow() {
  const text = useText()
  const { data, isPending } = useQuery(callQuery(passkeyCalls.list, {}))
  if (!data) return isPending && WAITING
  return text('accountRows.passkeys', pluralValues(data.data.passkeys.length))
}

export function RequestsNow() {
  const text = useText()
  const { data, isPending } = useQuery(callQuery(privacyCalls.listOwn, {}))
  if (!data) return isPending && WAITING
  return text('accountRows.requests', pluralValues(data.data.length))
}

export function NoticesNow() {
  const text = useText()
  const { data, isPending } = useQuery(ownChoice)
  if (!data) return isPending && WAITING
  if (data === 'unable') return text('accountRows.unable')
  return text(data.kinds.length > 0 ? 'accountRows.on' : 'accountRows.off')
}
