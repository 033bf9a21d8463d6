import { caseNoticeCalls } from '@petsetu/contract/complaints/follow.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { findPushDevice, mayOffer, refuseNotices, subscribe } from '../../platform/lib/push-device.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import form from '../../platform/public-form/public-form.module.css'
import buttons from '../../shared/public-buttons.module.css'

type State = 'hidden' | 'off' | 'on' | 'failed'

/** Switches notices about one complaint on and off for this browser. No account is needed; the page's link is enough. */
export function CaseNotices({ token }: { token: string }) {
  const text = useText()
  const [state, setState] = useState<State>('hidden')
  const [isBusy, setBusy] = useState(false)
  const params = { token }

  useEffect(() => {
    let isHere = true
    const show = (found: State) => isHere && setState(found)
    // Nobody misses an offer.
    readState(token).then(show, () => show('hidden'))
    return () => {
      isHere = false
    }
  }, [token])

  async function change(work: () => Promise<State>): Promise<void> {
    setBusy(true)
    try {
      setState(await work())
    } catch (error) {
      console.warn('Notices could not be changed:', error)
      setState('failed')
    }
    setBusy(false)
  }

  const start = async (): Promise<State> => {
    const device = await subscribe()
    if (!device) return 'hidden'
    await request(caseNoticeCalls.start, { params, body: device })
    return 'on'
  }

  const stop = async (): Promise<State> => {
    const device = await findPushDevice()
    if (typeof device === 'object') await request(caseNoticeCalls.stop, { params, body: { endpoint: device.endpoint } })
    return 'off'
  }

  if (state === 'hidden') return null
  return (
    <section className={form.form} aria-label={text('follow.notices')}>
      <p role="status">
        {text(
          state === 'on' ? 'follow.noticesOn' : state === 'failed' ? 'follow.noticesFailed' : 'follow.noticesOffer',
        )}
      </p>
      {state === 'on' ? (
        <button className={buttons.sideButton} type="button" disabled={isBusy} onClick={() => void change(stop)}>
          {text('follow.noticesStop')}
        </button>
      ) : (
        <>
          <button className={buttons.sideButton} type="button" disabled={isBusy} onClick={() => void change(start)}>
            {text('follow.noticesStart')}
          </button>
          <button
            className={buttons.sideButton}
            type="button"
            disabled={isBusy}
            onClick={() => {
              refuseNotices()
              setState('hidden')
            }}
          >
            {text('follow.noticesRefuse')}
          </button>
        </>
      )}
    </section>
  )
}

/** Whoever switched them on here sees how to switch them off, also after a refusal elsewhere. */
async function readState(token: string): Promise<State> {
  const device = await findPushDevice()
  if (typeof device === 'object') {
    const { endpoint } = device
    if ((await requestData(caseNoticeCalls.state, { params: { token }, body: { endpoint } })).is_on) return 'on'
  }
  return (await mayOffer()) ? 'off' : 'hidden'
}
