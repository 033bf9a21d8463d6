import campCatalogues from 'catalogues:camps'
import type { ShellPage } from '@petsetu/contract/paths.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { ComponentType } from 'react'
import { addTexts } from '../../platform/languages/page-text.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'

/** The pages of the admin area but the first one. In a file of its own, because this list of all their parts is long. */
export const ADMIN_PAGES = {
  allPets: async () => (await import('../../pets/admin/all-pets-page.tsx')).AllPetsPage,
  adminPetForm: async () => (await import('../../pets/form/pet-form-page.tsx')).AdminPetFormPage,
  editPet: async () => (await import('../../pets/form/pet-form-page.tsx')).EditPetPage,
  // Carers and helpers open these three, too; they are few, and the first list of pages has no room.
  communityAnimal: async () => (await import('../../pets/community/own/animal-page.tsx')).AnimalPage,
  camps: withCampTexts(async () => (await import('../../pets/camps/camps-page.tsx')).CampsPage),
  camp: withCampTexts(async () => (await import('../../pets/camps/camp-page.tsx')).CampPage),
  communityAnimals: async () => (await import('../../pets/community/admin/community-page.tsx')).CommunityPage,
  imports: async () => (await import('../../office/imports/imports-page.tsx')).ImportsPage,
  importDetail: async () => (await import('../../office/imports/import-page.tsx')).ImportPage,
  users: async () => (await import('../../people/users/users-page.tsx')).UsersPage,
  user: async () => (await import('../../people/users/user-page.tsx')).UserPage,
  generateQr: async () => (await import('../../pets/tags/generate-qr-page.tsx')).GenerateQrPage,
  adminCamps: withCampTexts(async () => (await import('../../pets/camps/admin-camps-page.tsx')).AdminCampsPage),
  adminCamp: withCampTexts(async () => (await import('../../pets/camps/admin-camp-page.tsx')).AdminCampPage),
  complaints: async () => (await import('../../complaints/admin/complaints-page.tsx')).ComplaintsPage,
  enterComplaint: async () =>
    (await import('../../complaints/admin/entry/enter-complaint-page.tsx')).EnterComplaintPage,
  caseAnswers: async () => (await import('../../complaints/admin/answers/answers-page.tsx')).AnswersPage,
  complaintDetail: async () => (await import('../../complaints/admin/complaint-detail-page.tsx')).ComplaintDetailPage,
  privacyRequests: async () =>
    (await import('../../people/privacy/admin/privacy-requests-page.tsx')).PrivacyRequestsPage,
  privacyCase: async () => (await import('../../people/privacy/admin/privacy-case-page.tsx')).PrivacyCasePage,
  correction: async () => (await import('../../people/privacy/admin/correction-page.tsx')).CorrectionPage,
  grievances: async () => (await import('../../people/grievances/admin/grievances-page.tsx')).GrievancesPage,
  grievance: async () => (await import('../../people/grievances/admin/grievance-page.tsx')).GrievancePage,
  breaches: async () => (await import('../../people/privacy/admin/breaches/breaches-page.tsx')).BreachesPage,
  breach: async () => (await import('../../people/privacy/admin/breaches/breach-page.tsx')).BreachPage,
  foundAbuse: async () => (await import('../../pets/found/admin/found-abuse-page.tsx')).FoundAbusePage,
  mails: async () => (await import('../../office/mails/admin/mails-page.tsx')).MailsPage,
  donations: async () => (await import('../../supporters/donations/admin/donations-page.tsx')).DonationsPage,
  desk: async () => (await import('../../payments/desk/desk-page.tsx')).DeskPage,
  settlements: async () => (await import('../../payments/settlements/settlements-page.tsx')).SettlementsPage,
  financialYears: async () => (await import('../../payments/books/financial-years-page.tsx')).FinancialYearsPage,
  settings: async () => (await import('../../office/settings/settings-page.tsx')).SettingsPage,
  plans: async () => (await import('../../supporters/plans/plans-page.tsx')).PlansPage,
  addPlan: async () => (await import('../../supporters/plans/plan-form-page.tsx')).AddPlanPage,
  editPlan: async () => (await import('../../supporters/plans/plan-form-page.tsx')).EditPlanPage,
  membershipReport: async () => (await import('../../office/reports/membership-report-page.tsx')).MembershipReportPage,
  paymentReport: async () => (await import('../../office/reports/payment-report-page.tsx')).PaymentReportPage,
  consents: async () => (await import('../../people/consents/consents-page.tsx')).ConsentsPage,
  audit: async () => (await import('../../people/audit/audit-page.tsx')).AuditPage,
} satisfies Partial<Record<ShellPage, LoadPage>>

/** For the pages of camps, whose texts no other page loads. */
function withCampTexts(loadPage: LoadPage): LoadPage {
  return async () => {
    const [Page] = await Promise.all([loadPage(), addTexts(campCatalogues)])
    return Page
  }
}

export type PageComponent = ComponentType<{ site: AppSite }> & { load?: PageLoader | undefined }

export type LoadPage = () => Promise<PageComponent>
