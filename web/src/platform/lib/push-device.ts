import { type PushSubscriptionKeys, pushCalls } from '@petsetu/contract/people/push.ts'
import { SERVICE_WORKER_PATH } from '@petsetu/contract/site/site.ts'
import { requestData } from './requests/request-data.ts'
import { localStore } from './storage/storage.ts'

// It says nothing about anybody and stays after a logout: whoever said no is not asked again on this device.
const REFUSED = 'notices-refused'

/**
 * `unable`: this browser cannot show notices, or its owner has forbidden them. `free`: it could. Otherwise the address under which it gets
 * them.
 */
export type PushDevice = 'unable' | 'free' | { endpoint: string }

/** Finds out what this browser can do, without asking anybody. */
export async function findPushDevice(): Promise<PushDevice> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unable'
  if (Notification.permission === 'denied') return 'unable'
  if (Notification.permission !== 'granted') return 'free'
  const registration = await navigator.serviceWorker.getRegistration(SERVICE_WORKER_PATH)
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? { endpoint: subscription.endpoint } : 'free'
}

/** Tells the server that this browser is now at this session, with which its notices end. */
export async function keepWithSession(): Promise<void> {
  const device = await findPushDevice()
  if (typeof device === 'object') await requestData(pushCalls.state, { body: { endpoint: device.endpoint } })
}

/** True if notices may be offered: nobody has said no here, and the foundation sends them. */
export async function mayOffer(): Promise<boolean> {
  if (localStore.get(REFUSED) !== null || (await findPushDevice()) === 'unable') return false
  return (await readKey()) !== null
}

export function refuseNotices(): void {
  localStore.set(REFUSED, 'yes')
}

/**
 * Asks for the permission and for an address at the browser's push service. Call it at a click. Null if the person said no, which the
 * browser remembers, too.
 */
export async function subscribe(): Promise<PushSubscriptionKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') {
    refuseNotices()
    return null
  }
  const key = await readKey()
  if (key === null) return null
  await navigator.serviceWorker.register(SERVICE_WORKER_PATH)
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  // It was given for the keys of before: no notice would come.
  if (known && textOf(known.options.applicationServerKey) !== key) await known.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  return { endpoint: subscription.endpoint, p256dh: textOf(p256dh), auth: textOf(auth) }
}

const readKey = async () => (await requestData(pushCalls.key, {})).public_key

function textOf(bytes: ArrayBuffer | null): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes ?? []))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const binary = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
