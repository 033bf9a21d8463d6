import { passkeyCalls } from '@petsetu/contract/people/passkeys.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { CallError, messageOf, request } from '../../platform/lib/request.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'
import { finishSignIn } from './finish-sign-in.ts'

/** True where the browser can have passkeys for this site: not where it is known by an IP address, and not within another page. */
export function canHavePasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.parent === window && !/^[\d.]+$|:/.test(location.hostname)
}

/** Whoever closes the question of the browser has decided, and needs no message. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

/**
 * Signs in with a passkey: while the login page is open, the browser offers the passkeys of this site in the field of the username
 * (which needs `autocomplete="username webauthn"`); `start` asks for one at once. `isPossible` says whether to show the button.
 */
export function usePasskeySignIn() {
  const text = useText()
  const [isPossible, setPossible] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    setPossible(canHavePasskeys())
    let isOpen = true
    void offerPasskeys(() => isOpen).catch((error: unknown) => {
      // Nobody has asked for it, so a server that cannot be reached says nothing here.
      if (isOpen && error instanceof CallError) setFailure(error.message)
    })
    return () => {
      isOpen = false
      void cancelOffer()
    }
  }, [])

  const [start, isBusy] = useBusy(async () => {
    setFailure(null)
    try {
      await signInWithPasskey('asked for')
    } catch (error) {
      if (!isDeclined(error)) setFailure(messageOf(error, text('signIn.passkeyFailed')))
    }
  })
  return { isPossible, isBusy, failure, start: () => void start() }
}

const webauthn = () => import('@simplewebauthn/browser')

let isOffering = false

async function offerPasskeys(isWanted: () => boolean): Promise<void> {
  if (!canHavePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  while (isWanted()) {
    try {
      isOffering = true
      return await signInWithPasskey('offered')
    } catch (error) {
      if (isDeclined(error)) return
      // The page was open for longer than a challenge is valid.
      if (!(error instanceof CallError && error.code === 'passkey_too_late')) throw error
    } finally {
      isOffering = false
    }
  }
}

async function cancelOffer(): Promise<void> {
  if (isOffering) (await webauthn()).WebAuthnAbortService.cancelCeremony()
}

async function signInWithPasskey(how: 'offered' | 'asked for'): Promise<void> {
  const { startAuthentication } = await webauthn()
  const asked = await request(passkeyCalls.askToSignIn, {}, { token: '' })
  const { options, ticket } = asked.reply.data
  const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: how === 'offered' })
  const body = { ticket, credential: { ...credential, clientExtensionResults: {} } }
  const { reply } = await request(passkeyCalls.signIn, { body }, { token: '' })
  finishSignIn(reply)
}
