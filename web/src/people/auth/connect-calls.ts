import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { setIdentity } from '../../platform/lib/requests/request.ts'
import { watchTyping } from '../../platform/lib/typed-fields.ts'
import { endRefusedSession } from './ended-session.ts'
import { currentUser } from './session.ts'

/** Lets calls carry the signed-in person's token, and end the session where the server refuses it. Call it once. */
export function connectCalls(): void {
  watchTyping()
  setIdentity({
    token: () => currentUser()?.accessToken ?? null,
    onRefused: endRefusedSession,
    onForbidden(code) {
      if (code === 'second_factor_enrolment_required') goToAccount()
      // The admin area listens for `duty_required`.
      if (code) dispatchEvent(new Event(code))
    },
  })
}

// The account page shows an admin who must set up a second factor that, and nothing else.
function goToAccount(): void {
  const account = visitorPaths.account.to({})
  if (location.pathname !== account) location.replace(account)
}
