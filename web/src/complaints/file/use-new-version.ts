import { SERVICE_WORKER_PATH } from '@petsetu/contract/service-worker.ts'
import { useEffect, useState } from 'react'

/** Registers the service worker. Once another version of it waits: what starts that version and loads the page anew; until then null. */
export function useNewVersion(isOn: boolean): (() => void) | null {
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
