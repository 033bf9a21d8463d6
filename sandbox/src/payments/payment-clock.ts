import { type Alarm, createAlarm } from './alarm.ts'
import { change } from './events.ts'
import type { Provider } from './keys.ts'
import { findDuePayments, nextPaymentDue } from './payment-store.ts'
import { failSilent } from './payments.ts'
import { sendBack } from './refunds.ts'

/** Timed changes: a payment whose bank is silent fails, and an uncaptured one is returned. */
export function startPaymentClock(provider: Provider): Alarm {
  const alarm = createAlarm(
    () => nextPaymentDue(provider.state),
    () => {
      for (const payment of findDuePayments(provider.state, Date.now())) {
        change(provider, (tell) =>
          payment.status === 'created' ? failSilent(provider, tell, payment) : sendBack(provider, tell, payment),
        )
      }
    },
  )
  alarm.set()
  provider.state.onCommit(alarm.set)
  return alarm
}
