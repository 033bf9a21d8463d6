import type { Site } from '@petsetu/contract/site/site.ts'
import { useEffect } from 'react'
import { onFormTouch } from '../../../platform/lib/form-touch.ts'
import type { Razorpay } from './razorpay.ts'

// A script that takes longer counts as blocked.
const SCRIPT_MS_MAX = 15_000

let address = ''
let script: Script | null = null

/**
 * Loads the provider's script for a page that takes payments, once somebody touches its form: it is as large as the page, and most people
 * who open a page read it. It is removed with the page.
 */
export function useCheckoutScript({ checkoutUrl }: Site): void {
  useEffect(() => {
    address = checkoutUrl
    const stop = onFormTouch(() => {
      script ??= addScript(checkoutUrl)
    })
    return () => {
      stop()
      script?.remove()
      script = null
    }
  }, [checkoutUrl])
}

/** Waits for the script of the page. Null if it could not be loaded: offline, blocked or too slow; the next call loads it again. */
export function loadCheckout(): Promise<Razorpay | null> {
  if (!script || script.hasFailed()) {
    script?.remove()
    script = addScript(address)
  }
  return script.loaded
}

/** The same on a page that loads nothing of the provider before somebody presses its button. */
export function loadCheckoutFrom({ checkoutUrl }: Site): Promise<Razorpay | null> {
  address = checkoutUrl
  return loadCheckout()
}

type Script = { loaded: Promise<Razorpay | null>; hasFailed: () => boolean; remove: () => void }

function addScript(source: string): Script {
  const element = document.createElement('script')
  let hasFailed = false
  element.src = source
  element.async = true
  const loaded = new Promise<Razorpay | null>((resolve) => {
    const fail = () => {
      console.warn(`${source} could not be loaded`)
      hasFailed = true
      resolve(null)
    }
    const timer = setTimeout(fail, SCRIPT_MS_MAX)
    element.onload = () => {
      clearTimeout(timer)
      // Some blockers answer with an empty script.
      if (window.Razorpay) resolve(window.Razorpay)
      else fail()
    }
    element.onerror = () => {
      clearTimeout(timer)
      fail()
    }
  })
  document.head.append(element)
  return {
    loaded,
    hasFailed: () => hasFailed,
    remove() {
      element.remove()
      delete window.Razorpay
    },
  }
}
