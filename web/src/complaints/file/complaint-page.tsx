import { paths } from '@petsetu/contract/paths.ts'
import type { ComplaintFacts } from '@petsetu/contract/site/public-pages.ts'
import { type AppSite, type EmergencyNumber, SERVICE_WORKER_PATH } from '@petsetu/contract/site/site.ts'
import { IconPhone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCheckoutPage } from '../../payments/checkout/pay-flow.ts'
import { useOwner, usePersonKey } from '../../people/auth/ended-session.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callHref } from '../../platform/lib/call-href.ts'
import { onFormTouch } from '../../platform/lib/form-touch.ts'
import { FormTitle } from '../../platform/public-form/form-card.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { TextButton } from '../../platform/ui/form/text-button.tsx'
import fold from '../../platform/ui/layout/unfolds.module.css'
import classes from './emergency-box.module.css'
import { FEE_CALLS } from './fee-calls.ts'
import { Filing, useWideScreen } from './filing.tsx'
import { listUnsent, onUnsentChange } from './unsent.ts'
import type { UnsentComplaints } from './unsent-complaints.tsx'

export function ComplaintPage({ site }: { site: AppSite & ComplaintFacts }) {
  const text = useText()
  const personKey = usePersonKey()
  useCheckoutPage('complaint', site, FEE_CALLS)
  const [openedCount, setOpenedCount] = useState(0)
  const owner = useOwner()
  const Unsent = useUnsentComplaints(owner)
  const startNewVersion = useNewVersion(site.hasServiceWorker)
  return (
    <>
      <FormTitle width="wide" picture="/door-report.svg" under={<AlreadyFiled />}>
        {text('titles.complaint')}
      </FormTitle>
      {startNewVersion && (
        <Notice kind="info">
          {text('unsent.newVersion')}{' '}
          <TextButton onClick={startNewVersion}>{text('unsent.startNewVersion')}</TextButton>
        </Notice>
      )}
      <EmergencyBox numbers={site.emergencyNumbers} helpline={site.helplinePhone} />
      {Unsent && <Unsent owner={owner} payee={site.legalName} onOpen={() => setOpenedCount(openedCount + 1)} />}
      {/* The key clears the form after signing out, for the next person, and fills it with an unsent complaint that was opened. */}
      <Filing key={`${personKey} ${openedCount}`} site={site} />
    </>
  )
}

function AlreadyFiled() {
  const text = useText()
  const link = <a href={paths.trackComplaint.to({})}>{text('frame.track')}</a>
  return <RichText id="complaintForm.alreadyFiled" fill={{ link: () => link }} />
}

/**
 * The list of complaints that wait to be sent, or null. Most people have none: its code is loaded where something waits, and once somebody
 * touches the form, since the connection may be gone by the time that they need it.
 */
function useUnsentComplaints(owner: string): typeof UnsentComplaints | null {
  const [List, setList] = useState<typeof UnsentComplaints | null>(null)
  useEffect(() => {
    const load = () =>
      void import('./unsent-complaints.tsx').then(
        (part) => setList(() => part.UnsentComplaints),
        (error: unknown) => console.warn('Complaints that wait cannot be shown:', error),
      )
    void listUnsent(owner).then(({ own, othersCount }) => own.length + othersCount > 0 && load())
    const stops = [onUnsentChange(load), onFormTouch(load)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [owner])
  return List
}

/** Registers the service worker. Once another version of it waits: what starts that version and loads the page anew; until then null. */
function useNewVersion(isOn: boolean): (() => void) | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)

  useEffect(() => {
    if (!isOn) return
    void register(setWaiting).catch((error: unknown) => console.warn('No page offline:', error))
  }, [isOn])

  // Another tab may start it: then nothing waits any more.
  useEffect(() => {
    if (!waiting) return
    const look = () => waiting.state === 'installed' || setWaiting(null)
    look()
    waiting.addEventListener('statechange', look)
    return () => waiting.removeEventListener('statechange', look)
  }, [waiting])

  if (!waiting) return null
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting.postMessage('start')
  }
}

async function register(onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register(SERVICE_WORKER_PATH)
  const look = () => {
    // Without a controller it is the first version, which starts by itself.
    if (registration.waiting && navigator.serviceWorker.controller) onWaiting(registration.waiting)
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
}

type Props = {
  numbers: EmergencyNumber[]
  /** The foundation's own, if it has one. */
  helpline: string | null
}

// Each may take a row of a phone, and the form begins on the first screen.
const PHONE_NUMBERS_MAX = 2

/** Shows the numbers to call when an animal is in danger now; on a phone the first ones, and the others folded. */
function EmergencyBox({ numbers, helpline }: Props) {
  const text = useText()
  const isWide = useWideScreen()
  const calls = numbers.map(({ label: name, phone }) => {
    const number = onOneLine(phone)
    const label = name
      ? text('complaintForm.callNamed', { name, number })
      : text('complaintForm.callEmergency', { number })
    return <Call key={phone} phone={phone} label={label} />
  })
  if (helpline) {
    const label = text('complaintForm.callHelpline', { number: onOneLine(helpline) })
    calls.push(<Call key="helpline" phone={helpline} label={label} />)
  }
  const shown = isWide ? calls : calls.slice(0, PHONE_NUMBERS_MAX)
  const folded = calls.slice(shown.length)
  return (
    <section className={classes.box} aria-labelledby="emergency-heading">
      <div>
        <h2 id="emergency-heading" className={classes.heading}>
          {text('complaintForm.emergency')}
        </h2>
        <p className={classes.how}>{text('complaintForm.emergencyHow')}</p>
      </div>
      <div className={classes.calls}>
        {shown}
        {folded.length > 0 && (
          <details className={classes.more}>
            <summary className={fold.unfolds}>{text('complaintForm.moreNumbers')}</summary>
            <div className={classes.calls}>{folded}</div>
          </details>
        )}
      </div>
    </section>
  )
}

function onOneLine(phone: string): string {
  return phone.replaceAll(' ', '\u00a0')
}

function Call({ phone, label }: { phone: string; label: string }) {
  return (
    <a className={classes.call} href={callHref(phone)}>
      <IconPhone size={18} aria-hidden />
      {label}
    </a>
  )
}
