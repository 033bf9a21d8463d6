import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { SERVICE_WORKER_PATH } from '@petsetu/contract/platform/service-worker.ts'
import type { AppSite, EmergencyNumber } from '@petsetu/contract/site/site.ts'
import { IconPhone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCheckoutPage } from '../../payments/checkout/use-checkout-page.ts'
import { usePersonKey } from '../../people/auth/ended-session.ts'
import { ownerOf, useUser } from '../../people/auth/session.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import classes from './emergency-box.module.css'
import { Filing } from './filing.tsx'
import { UnsentComplaints } from './unsent-complaints.tsx'

export function ComplaintPage({ site }: { site: AppSite }) {
  const text = useText()
  const user = useUser()
  const personKey = usePersonKey()
  useCheckoutPage('complaint', site)
  const [openedCount, setOpenedCount] = useState(0)
  const owner = ownerOf(user)
  const startNewVersion = useNewVersion(site.hasServiceWorker)
  return (
    <>
      <PageTitle hint={<AlreadyFiled />}>{text('titles.complaint')}</PageTitle>
      {startNewVersion && (
        <Notice kind="info">
          {text('unsent.newVersion')}{' '}
          <Button variant="subtle" px={0} my={-10} onClick={startNewVersion}>
            {text('unsent.startNewVersion')}
          </Button>
        </Notice>
      )}
      <EmergencyBox numbers={site.emergencyNumbers} helpline={site.helplinePhone} />
      <UnsentComplaints owner={owner} onOpen={() => setOpenedCount(openedCount + 1)} />
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

/** Registers the service worker. Once another version of it waits: what starts that version and loads the page anew; until then null. */
function useNewVersion(isOn: boolean): (() => void) | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)

  useEffect(() => {
    if (!isOn) return
    void register(setWaiting).catch((error: unknown) => console.warn('The page will not open offline:', error))
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

/** Shows the numbers to call when an animal is in danger now. */
function EmergencyBox({ numbers, helpline }: Props) {
  const text = useText()
  return (
    <section className={classes.box} aria-labelledby="emergency-heading">
      <div>
        <h2 id="emergency-heading" className={classes.heading}>
          {text('complaintForm.emergency')}
        </h2>
        <p className={classes.how}>{text('complaintForm.emergencyHow')}</p>
      </div>
      <div className={classes.calls}>
        {numbers.map(({ label: name, phone }) => {
          const number = onOneLine(phone)
          const label = name
            ? text('complaintForm.callNamed', { name, number })
            : text('complaintForm.callEmergency', { number })
          return <Call key={phone} phone={phone} label={label} />
        })}
        {helpline && (
          <Call phone={helpline} label={text('complaintForm.callHelpline', { number: onOneLine(helpline) })} />
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
    <Button
      component="a"
      href={`tel:${phone.replace(/[^+\d]/g, '')}`}
      classNames={{ root: classes.call ?? '', label: classes.label ?? '' }}
      variant="default"
      leftSection={<IconPhone size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}
