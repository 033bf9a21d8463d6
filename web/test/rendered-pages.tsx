import payCatalogues from 'catalogues:pay'
import type { I18n } from '@lingui/core'
import { cameFor, pageAt, paths } from '@petsetu/contract/paths.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { AmountTexts } from '@petsetu/contract/supporters/donation-causes.ts'
import type { Plan, PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { type ReactNode, useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { PublicLayout } from '../src/app/public/public-layout.tsx'
import { ComplaintPage } from '../src/complaints/file/complaint-page.tsx'
import { PayComplaintPage } from '../src/complaints/pay/pay-complaint-page.tsx'
import { PayPage } from '../src/payments/links/pay-page.tsx'
import { RecoveryPages } from '../src/people/auth/recovery/recovery-pages.tsx'
import { RegisterPage } from '../src/people/auth/register-page.tsx'
import { LoginPage } from '../src/people/auth/sign-in/login-page.tsx'
import { PrivacyRequestPage } from '../src/people/privacy/privacy-request-page.tsx'
import { addTexts } from '../src/platform/languages/page-text.ts'
import { TextProvider } from '../src/platform/languages/use-text.tsx'
import { requestData } from '../src/platform/lib/requests/request-data.ts'
import { PLAN_CALLS } from '../src/shared/payers/registration-fields.tsx'
import { DonatePage } from '../src/supporters/donations/give/donate-page.tsx'
import { RegistrationPage } from '../src/supporters/memberships/register/registration-page.tsx'

const OPEN_LINK = {
  kind: 'open',
  validUntil: '2026-02-14',
  notice: null,
  item: 'Friend (12 months)',
  months: 12,
  amount: 500,
} as const

/** The facts of every page, and those of the donation page. */
export type PageSite = AppSite & { amountTexts?: AmountTexts }

/** A page with a form as the server renders it at first, with what it takes from the address; null for a page of the app. */
async function renderedPage(
  { pathname, search }: { pathname: string; search: string },
  site: PageSite,
): Promise<ReactNode> {
  const query = new URLSearchParams(search)
  const token = query.get('token')
  const rejected = null
  switch (pageAt(pathname)) {
    case paths.login:
      return <LoginPage view={{ kind: 'login', ...cameFor(query.get('next')), after: null, rejected }} />
    case paths.register:
      return <RegisterPage view={{ ...cameFor(query.get('next')), rejected }} />
    case paths.forgotPassword:
      return <RecoveryPages view={{ kind: 'forgotPassword', answer: null, rejected }} />
    case paths.resetPassword:
      return <RecoveryPages view={{ kind: 'resetPassword', token, rejected }} />
    case paths.confirmEmail:
      return <RecoveryPages view={{ kind: 'confirmEmail', token, hint: null, answer: null, rejected }} />
    case paths.undoEmailChange:
      return <RecoveryPages view={{ kind: 'undoEmailChange', token, hint: null, answer: null, rejected }} />
    case paths.privacyRequest:
      return <PrivacyRequestPage view={{ kind: 'email', rejected }} />
    case paths.complaint:
      return <ComplaintPage site={site} />
    case paths.payComplaint:
      return <PayComplaintPage site={site} />
    case paths.regularMembership:
      return <RegistrationPage category="regular" rendered={await plansOf('regular')} site={site} />
    case paths.premiumMembership:
      return <RegistrationPage category="premium" rendered={await plansOf('premium')} site={site} />
    case paths.pay:
      await addTexts(payCatalogues)
      return <PayPage view={{ ...OPEN_LINK, token: pathname.split('/').at(-1) ?? '' }} site={site} />
    case paths.donate:
      return <DonatePage site={site} facts={{ taxSection: '', amountTexts: site.amountTexts ?? {} }} />
    default:
      return null
  }
}

/** The plans as the server reads them: the fake one answers with what it answers to the browser. */
function plansOf(category: PlanCategory): Promise<Plan[] | null> {
  return requestData(PLAN_CALLS[category], {}).then(
    ({ plans }) => plans,
    () => null,
  )
}

/** Shows what the server would have rendered and lets the script take over, as in the browser; null for a page of the app. */
export async function hydratePage(place: HTMLElement, i18n: I18n, site: PageSite): Promise<Root | null> {
  const page = await renderedPage(location, site)
  if (!page) return null
  const { promise: hasTakenOver, resolve } = Promise.withResolvers<void>()
  const shown = (
    <TextProvider i18n={i18n}>
      <PublicLayout site={site}>{page}</PublicLayout>
      <TakenOver onDone={resolve} />
    </TextProvider>
  )
  place.innerHTML = renderToString(shown)
  const root = hydrateRoot(place, shown)
  await hasTakenOver
  return root
}

function TakenOver({ onDone }: { onDone: () => void }) {
  useEffect(onDone, [onDone])
  return null
}
