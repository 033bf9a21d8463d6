import CATALOGUES from 'catalogue:rendered'
import type { PublicPage, RenderAppShell, RenderPublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n, translateWith } from '@petsetu/languages/translator.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { FirstLoad, WithoutScript } from './app/first-load.tsx'
import { PublicLayout } from './app/public/public-layout.tsx'
import { ComplaintPage } from './complaints/file/complaint-page.tsx'
import { FollowPage } from './complaints/follow/follow-page.tsx'
import { PayComplaintPage } from './complaints/pay/pay-complaint-page.tsx'
import { PreferencesPage } from './office/mails/preferences/preferences-page.tsx'
import { headHtml, headOf } from './page-head.ts'
import { PayPage } from './payments/links/pay-page.tsx'
import { ReceiptPage } from './payments/receipts/receipt-page.tsx'
import { RecoveryLanguages, RecoveryPages } from './people/auth/recovery/recovery-pages.tsx'
import { RegisterPage } from './people/auth/register-page.tsx'
import { LoginPage } from './people/auth/sign-in/login-page.tsx'
import { PrivacyRequestPage } from './people/privacy/privacy-request-page.tsx'
import { StreetPage } from './pets/community/public/street-page.tsx'
import { FinderPage } from './pets/found/public/finder-page.tsx'
import { LostListPage } from './pets/lost/public/lost-list-page.tsx'
import { PetDetailPage } from './pets/public/pet-detail-page.tsx'
import { LanguageForm } from './platform/languages/language-form.tsx'
import { LanguageSwitch } from './platform/languages/language-switch.tsx'
import { TextProvider } from './platform/languages/use-text.tsx'
import { LateScript } from './platform/public-form/late-script.tsx'
import { LegalPage } from './shared/legal/legal-page.tsx'
import { HomePage } from './site/home/home-page.tsx'
import { ContactPage } from './site/legal/contact-page.tsx'
import { DonatePage } from './supporters/donations/give/donate-page.tsx'
import { MemberPage } from './supporters/memberships/public/member-page.tsx'
import { RegistrationPage } from './supporters/memberships/register/registration-page.tsx'

/** The texts of a page, and those that the browser never needs. */
function textsOf(name: PublicPage['name'], language: Language) {
  return createI18n(language, { ...CATALOGUES[language][name], ...CATALOGUES[language].rendered })
}

export const render: RenderPublicPage = (page, site, year, language, query) => {
  const i18n = textsOf(page.name, language)
  return {
    head: headHtml(headOf(page, site, translateWith(i18n), language), site),
    body: renderToString(
      <TextProvider i18n={i18n}>
        <PublicLayout site={site} year={year} languages={languagesOf(page, query)}>
          <Content page={page} site={site} />
        </PublicLayout>
      </TextProvider>,
    ),
    after: isSentByScript(page)
      ? renderToStaticMarkup(
          <TextProvider i18n={i18n}>
            <LateScript />
          </TextProvider>,
        )
      : '',
  }
}

/** True for a page whose form its script sends: a browser cannot pay by itself. */
function isSentByScript(page: PublicPage): boolean {
  if (page.name === 'pay') return page.view.kind === 'open'
  return ['complaint', 'payComplaint', 'membership', 'donate'].includes(page.name)
}

/** The same as the page's entry shows, but for the query of the links; undefined for the links of most pages. */
function languagesOf(page: PublicPage, query: string | undefined) {
  if (page.name === 'payComplaint') return <LanguageForm />
  if (page.name === 'recovery') return <RecoveryLanguages view={page.view} />
  return query === undefined ? undefined : <LanguageSwitch query={query} />
}

function Content({ page, site }: { page: PublicPage; site: Site }) {
  if (page.name === 'home') return <HomePage facts={page} site={site} />
  if (page.name === 'finder') return <FinderPage view={page.view} site={site} />
  if (page.name === 'community')
    return <StreetPage animal={page.animal} areas={page.areas} sighting={page.sighting} site={site} />
  if (page.name === 'lost') return <LostListPage list={page.list} />
  if (page.name === 'member') return <MemberPage member={page.member} site={site} />
  if (page.name === 'follow') return <FollowPage view={page.view} />
  if (page.name === 'receipt') return <ReceiptPage view={page.view} site={site} />
  if (page.name === 'pay') return <PayPage view={page.view} site={site} />
  if (page.name === 'login') return <LoginPage view={page.view} />
  if (page.name === 'register') return <RegisterPage view={page.view} />
  if (page.name === 'recovery') return <RecoveryPages view={page.view} />
  if (page.name === 'privacyRequest') return <PrivacyRequestPage view={page.view} />
  if (page.name === 'preferences') return <PreferencesPage view={page.view} />
  if (page.name === 'complaint') return <ComplaintPage site={{ ...site, ...page.facts }} />
  if (page.name === 'payComplaint') return <PayComplaintPage site={site} />
  if (page.name === 'membership') return <RegistrationPage category={page.category} rendered={page.plans} site={site} />
  if (page.name === 'donate') return <DonatePage site={site} facts={page} />
  if (page.name === 'contact') return <ContactPage document={page.document} view={page.view} />
  if (page.name === 'legal') return <LegalPage document={page.document} />
  return <PetDetailPage tag={page.tag} site={site} />
}

export const renderAppShell: RenderAppShell = (page, site, language) => {
  const i18n = textsOf('home', language)
  const markup = (part: 'root' | 'after') =>
    renderToStaticMarkup(
      <TextProvider i18n={i18n}>{part === 'root' ? <FirstLoad /> : <WithoutScript site={site} />}</TextProvider>,
    )
  const head = headHtml({ ...page, description: null, isIndexed: false }, site)
  return { head, body: markup('root'), after: markup('after') }
}
