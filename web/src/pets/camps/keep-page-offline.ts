import { SERVICE_WORKER_PATH } from '@petsetu/contract/platform/service-worker.ts'

/** Lets the service worker keep the pages of camps. Resolves to true once they open without a connection. */
export async function keepPageOffline(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  await navigator.serviceWorker.register(SERVICE_WORKER_PATH)
  const { active } = await navigator.serviceWorker.ready
  if (!active) return false
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    active.postMessage('keep', [port2])
  })
}
