import { replace } from './push-browser.ts'

const ID = 'cGFzc2tleQ'

/** The passkey as the authenticator of these tests names it to the site. */
export const CREDENTIAL = { id: ID, rawId: ID, type: 'public-key' as const }

export type PasskeyBrowser = {
  /** The options with which the page has asked for a new passkey. */
  created: PublicKeyCredentialCreationOptions[]
  /** Lists each time the page asked for a passkey: with a question of the browser, or by an offer in a field. */
  asked: ('question' | 'offer')[]
  /** True if the person closes each question of the browser. */
  declines: boolean
  /** The person picks the passkey that the field offers. */
  pick: () => void
}

/**
 * Gives the page a browser with passkeys until the end of the test. The page of the tests is within another one, in which browsers have none,
 * and its authenticator would ask a person.
 */
export function aPasskeyBrowser({ declines = false }: { declines?: boolean } = {}): PasskeyBrowser {
  const picking = Promise.withResolvers<void>()
  const browser: PasskeyBrowser = { created: [], asked: [], declines, pick: picking.resolve }
  const answer = (response: object) => {
    if (browser.declines) throw new DOMException('The person closed the question', 'NotAllowedError')
    return { ...CREDENTIAL, rawId: BYTES, response, getClientExtensionResults: () => ({}) }
  }
  replace(window, 'parent', window)
  replace(navigator, 'credentials', {
    create: async ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
      browser.created.push(publicKey)
      return answer({ clientDataJSON: BYTES, attestationObject: BYTES, getTransports: () => ['internal'] })
    },
    get: async ({ mediation, signal }: CredentialRequestOptions) => {
      const isOffer = mediation === 'conditional'
      browser.asked.push(isOffer ? 'offer' : 'question')
      if (isOffer) await Promise.race([picking.promise, aborted(signal)])
      return answer({ clientDataJSON: BYTES, authenticatorData: BYTES, signature: BYTES })
    },
  })
  return browser
}

const BYTES = new TextEncoder().encode('passkey').buffer

/** Rejects once the page takes its offer back. */
const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
