import enAccount from 'catalogue:en/account'
import enCommunity from 'catalogue:en/community'
import enComplaint from 'catalogue:en/complaint'
import enContact from 'catalogue:en/contact'
import enDonate from 'catalogue:en/donate'
import enFinder from 'catalogue:en/finder'
import enFollow from 'catalogue:en/follow'
import enHome from 'catalogue:en/home'
import enLegal from 'catalogue:en/legal'
import enLogin from 'catalogue:en/login'
import enLost from 'catalogue:en/lost'
import enMember from 'catalogue:en/member'
import enMembership from 'catalogue:en/membership'
import enPay from 'catalogue:en/pay'
import enPayComplaint from 'catalogue:en/payComplaint'
import enPet from 'catalogue:en/petDetail'
import enPrivacyRequest from 'catalogue:en/privacyRequest'
import enRendered from 'catalogue:en/rendered'
import hiAccount from 'catalogue:hi/account'
import hiCommunity from 'catalogue:hi/community'
import hiComplaint from 'catalogue:hi/complaint'
import hiContact from 'catalogue:hi/contact'
import hiDonate from 'catalogue:hi/donate'
import hiFinder from 'catalogue:hi/finder'
import hiFollow from 'catalogue:hi/follow'
import hiHome from 'catalogue:hi/home'
import hiLegal from 'catalogue:hi/legal'
import hiLogin from 'catalogue:hi/login'
import hiLost from 'catalogue:hi/lost'
import hiMember from 'catalogue:hi/member'
import hiMembership from 'catalogue:hi/membership'
import hiPay from 'catalogue:hi/pay'
import hiPayComplaint from 'catalogue:hi/payComplaint'
import hiPet from 'catalogue:hi/petDetail'
import hiPrivacyRequest from 'catalogue:hi/privacyRequest'
import hiRendered from 'catalogue:hi/rendered'
import mrAccount from 'catalogue:mr/account'
import mrCommunity from 'catalogue:mr/community'
import mrComplaint from 'catalogue:mr/complaint'
import mrContact from 'catalogue:mr/contact'
import mrDonate from 'catalogue:mr/donate'
import mrFinder from 'catalogue:mr/finder'
import mrFollow from 'catalogue:mr/follow'
import mrHome from 'catalogue:mr/home'
import mrLegal from 'catalogue:mr/legal'
import mrLogin from 'catalogue:mr/login'
import mrLost from 'catalogue:mr/lost'
import mrMember from 'catalogue:mr/member'
import mrMembership from 'catalogue:mr/membership'
import mrPay from 'catalogue:mr/pay'
import mrPayComplaint from 'catalogue:mr/payComplaint'
import mrPet from 'catalogue:mr/petDetail'
import mrPrivacyRequest from 'catalogue:mr/privacyRequest'
import mrRendered from 'catalogue:mr/rendered'
import type { PublicPage, RenderAppShell, RenderPublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { type Catalogue, createI18n, translateWith } from '@petsetu/languages/translator.ts'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { FirstLoad, WithoutScript } from './app/first-load.tsx'
import { PublicLayout } from './app/public-layout.tsx'
import { ComplaintPage } from './complaints/file/complaint-page.tsx'
import { FollowPage } from './complaints/follow/follow-page.tsx'
import { PayComplaintPage } from './complaints/pay/pay-complaint-page.tsx'
import { headHtml } from './head-html.ts'
import { headOf } from './page-head.ts'
import { PayPage } from './payments/links/pay-page.tsx'
import { AccountPages } from './people/auth/account-pages.tsx'
import { LoginPage } from './people/auth/login-page.tsx'
import { PrivacyRequestPage } from './people/privacy/privacy-request-page.tsx'
import { StreetPage } from './pets/community/public/street-page.tsx'
import { FinderPage } from './pets/found/public/finder-page.tsx'
import { LostListPage } from './pets/lost/public/lost-list-page.tsx'
import { PetDetailPage } from './pets/public/pet-detail-page.tsx'
import { TextProvider } from './platform/languages/use-text.tsx'
import { LegalPage } from './shared/legal-page.tsx'
import { HomePage } from './site/home/home-page.tsx'
import { ContactPage } from './site/legal/contact-page.tsx'
import { DonatePage } from './supporters/donations/give/donate-page.tsx'
import { MemberPage } from './supporters/memberships/public/member-page.tsx'
import { RegistrationPage } from './supporters/memberships/register/registration-page.tsx'

const CATALOGUES: Record<PublicPage['name'], Record<Language, Catalogue>> = {
  home: { en: enHome, hi: hiHome, mr: mrHome },
  petDetail: { en: enPet, hi: hiPet, mr: mrPet },
  finder: { en: enFinder, hi: hiFinder, mr: mrFinder },
  community: { en: enCommunity, hi: hiCommunity, mr: mrCommunity },
  lost: { en: enLost, hi: hiLost, mr: mrLost },
  member: { en: enMember, hi: hiMember, mr: mrMember },
  follow: { en: enFollow, hi: hiFollow, mr: mrFollow },
  pay: { en: enPay, hi: hiPay, mr: mrPay },
  legal: { en: enLegal, hi: hiLegal, mr: mrLegal },
  contact: { en: enContact, hi: hiContact, mr: mrContact },
  login: { en: enLogin, hi: hiLogin, mr: mrLogin },
  account: { en: enAccount, hi: hiAccount, mr: mrAccount },
  privacyRequest: { en: enPrivacyRequest, hi: hiPrivacyRequest, mr: mrPrivacyRequest },
  complaint: { en: enComplaint, hi: hiComplaint, mr: mrComplaint },
  payComplaint: { en: enPayComplaint, hi: hiPayComplaint, mr: mrPayComplaint },
  membership: { en: enMembership, hi: hiMembership, mr: mrMembership },
  donate: { en: enDonate, hi: hiDonate, mr: mrDonate },
}

const RENDERED: Record<Language, Catalogue> = { en: enRendered, hi: hiRendered, mr: mrRendered }

/** The texts of a page, and those that the browser never needs. */
function textsOf(name: PublicPage['name'], language: Language) {
  return createI18n(language, { ...CATALOGUES[name][language], ...RENDERED[language] })
}

export const render: RenderPublicPage = (page, site, year, language) => {
  const i18n = textsOf(page.name, language)
  return {
    head: headHtml(headOf(page, site, translateWith(i18n), language), site),
    body: renderToString(
      <TextProvider i18n={i18n}>
        <PublicLayout site={site} year={year}>
          <Content page={page} site={site} />
        </PublicLayout>
      </TextProvider>,
    ),
  }
}

function Content({ page, site }: { page: PublicPage; site: Site }) {
  if (page.name === 'home') return <HomePage facts={page} site={site} />
  if (page.name === 'finder') return <FinderPage view={page.view} site={site} />
  if (page.name === 'community')
    return <StreetPage animal={page.animal} areas={page.areas} isSeen={page.isSeen} site={site} />
  if (page.name === 'lost') return <LostListPage list={page.list} />
  if (page.name === 'member') return <MemberPage member={page.member} />
  if (page.name === 'follow') return <FollowPage view={page.view} />
  if (page.name === 'pay') return <PayPage view={page.view} site={site} />
  if (page.name === 'login') return <LoginPage view={page.view} />
  if (page.name === 'account') return <AccountPages view={page.view} />
  if (page.name === 'privacyRequest') return <PrivacyRequestPage view={page.view} />
  if (page.name === 'complaint') return <ComplaintPage site={{ ...site, ...page.facts }} />
  if (page.name === 'payComplaint') return <PayComplaintPage site={site} />
  if (page.name === 'membership') return <RegistrationPage category={page.category} rendered={page.plans} site={site} />
  if (page.name === 'donate') return <DonatePage site={site} />
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
