import { useEffect, useState } from 'react'
import { onFormTouch } from '../../platform/lib/form-touch.ts'

type PayPanels = typeof import('./pay-panels.ts')

/**
 * The parts that stand in place of a form that was sent, or null. They are loaded once somebody touches the form, since the connection may be
 * gone by the time that they are needed.
 */
export function usePayPanels(isNeeded: boolean): PayPanels | null {
  const [panels, setPanels] = useState<PayPanels | null>(null)
  useEffect(() => {
    const load = () =>
      void import('./pay-panels.ts').then(
        (loaded) => setPanels(loaded),
        (error: unknown) => console.warn('What follows the form cannot be shown yet:', error),
      )
    if (isNeeded) load()
    const stop = onFormTouch(load)
    addEventListener('online', load)
    return () => {
      stop()
      removeEventListener('online', load)
    }
  }, [isNeeded])
  return panels
}
