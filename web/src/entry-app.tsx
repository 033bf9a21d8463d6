import { ROOT_ID, SITE_DATA_ID } from '@petsetu/contract/site/public-pages.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp } from './app/app.tsx'
import { connectCalls } from './people/auth/ended-session.ts'
import { takeHandedOver } from './people/auth/hand-over.ts'
import { startSession } from './people/auth/session.ts'
import { startPageTexts } from './platform/languages/app-texts.ts'
import { TextProvider } from './platform/languages/use-text.tsx'
import { claimTab } from './platform/lib/own-tab.ts'

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`No #${id}`)
  return found
}

// zod reads this when the first form loads it. Otherwise it tries to make a function from text, which the content security policy
// reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
takeHandedOver()
startSession()
connectCalls()
const site = JSON.parse(element(SITE_DATA_ID).textContent) as AppSite
const [i18n] = await Promise.all([startPageTexts(), claimTab()])
createRoot(element(ROOT_ID)).render(
  <StrictMode>
    <TextProvider i18n={i18n}>{createApp(site)}</TextProvider>
  </StrictMode>,
)

// The mouse wheel over a focused number field scrolls the page instead of changing the number.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === 'number') {
    target.addEventListener('wheel', scrollPage, { passive: false })
  }
})

const LINE_PX = 16

function scrollPage(event: WheelEvent): void {
  if (event.currentTarget !== document.activeElement) return
  event.preventDefault()
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
  scrollBy(event.deltaX * unit, event.deltaY * unit)
}
