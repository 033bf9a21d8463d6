import { onTestFinished } from 'vitest'

const PUBLIC_KEY_LENGTH = 65
const AUTH_LENGTH = 16

/** The server's key, as `pushCalls.key` tells it. */
export const SERVER_KEY = `B${'A'.repeat(86)}`
export const ENDPOINT = 'https://fcm.googleapis.com/send/this-browser'

export type PushBrowser = {
  /** Counts the questions of the browser to its owner. */
  asked: number
  /** The answer of its owner to the question. */
  answer: NotificationPermission
  permission: NotificationPermission
}

/**
 * Gives the page a browser with notices until the end of the test: the one of the tests has no push service. Without `canPush` it is a
 * browser that knows none.
 */
export function aPushBrowser({
  canPush = true,
  ...given
}: Partial<PushBrowser> & { canPush?: boolean } = {}): PushBrowser {
  const browser: PushBrowser = { asked: 0, answer: 'granted', permission: 'default', ...given }
  let isSubscribed = browser.permission === 'granted'
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: null },
    getKey: (name: string) => new Uint8Array(name === 'auth' ? AUTH_LENGTH : PUBLIC_KEY_LENGTH).buffer,
    unsubscribe: async () => true,
  }
  const pushManager = {
    getSubscription: async () => (isSubscribed ? subscription : null),
    async subscribe() {
      isSubscribed = true
      return subscription
    },
  }
  const registration = { pushManager }
  replace(navigator, 'serviceWorker', {
    getRegistration: async () => registration,
    register: async () => registration,
    ready: Promise.resolve(registration),
  })
  replace(window, 'Notification', {
    get permission() {
      return browser.permission
    },
    async requestPermission() {
      browser.asked++
      browser.permission = browser.answer
      return browser.answer
    },
  })
  replace(window, 'PushManager', canPush ? {} : undefined)
  return browser
}

/** Replaces a property of the browser until the end of the test; undefined takes it away. */
export function replace(owner: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Reflect.deleteProperty(owner, name)
  if (value !== undefined) Object.defineProperty(owner, name, { configurable: true, value })
  onTestFinished(() => {
    Reflect.deleteProperty(owner, name)
    if (before) Object.defineProperty(owner, name, before)
  })
}
