import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { CallError, request } from '../../../platform/lib/requests/request.ts'
import { isDeclined } from '../browser-passkeys.ts'
import { finishSignIn } from './finish-sign-in.ts'

let isOffering = false

export async function offerPasskeys(isWanted: () => boolean): Promise<void> {
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

export function cancelOffer(): void {
  if (isOffering) WebAuthnAbortService.cancelCeremony()
}

export async function signInWithPasskey(how: 'offered' | 'asked for'): Promise<void> {
  const asked = await request(passkeyCalls.askToSignIn, {}, { token: '' })
  const { options, ticket } = asked.reply.data
  const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: how === 'offered' })
  const body = { ticket, credential: { ...credential, clientExtensionResults: {} } }
  const { reply } = await request(passkeyCalls.signIn, { body }, { token: '' })
  await finishSignIn(reply)
}
