import { useEffect, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { CallError, messageOf } from '../../platform/lib/request.ts'
import { useBusy } from '../../platform/lib/use-busy.ts'

/**
 * Signs in with a passkey: while the login page is open, the browser offers the passkeys of this site in the field of the username
 * (which needs `autocomplete="username webauthn"`); `start` asks for one at once. `isPossible` says whether to show the button.
 */
export function usePasskeySignIn() {
  const text = useText()
  const [isPossible, setPossible] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let isOpen = true
    let stop = () => {}
    async function offer() {
      const { canHavePasskeys, canOfferPasskeys } = await browserPasskeys()
      if (!isOpen) return
      setPossible(canHavePasskeys())
      if (!(await canOfferPasskeys())) return
      const { cancelOffer, offerPasskeys } = await passkeys()
      if (!isOpen) return
      stop = cancelOffer
      await offerPasskeys(() => isOpen)
    }
    void offer().catch((error: unknown) => {
      // Nobody has asked for it, so a server that cannot be reached says nothing here.
      if (isOpen && error instanceof CallError) setFailure(error.message)
    })
    return () => {
      isOpen = false
      stop()
    }
  }, [])

  const [start, isBusy] = useBusy(async () => {
    setFailure(null)
    try {
      await (await passkeys()).signInWithPasskey('asked for')
    } catch (error) {
      const { isDeclined } = await browserPasskeys()
      if (!isDeclined(error)) setFailure(messageOf(error, text('signIn.passkeyFailed')))
    }
  })
  return { isPossible, isBusy, failure, start: () => void start() }
}

// Loaded after the page: most people sign in without them.
const browserPasskeys = () => import('./browser-passkeys.ts')
const passkeys = () => import('./passkey-sign-in.ts')
