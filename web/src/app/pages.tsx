import type { ShellPage } from '@petsetu/contract/paths.ts'
import type { AppSite } from '@petsetu/contract/site.ts'
import type { ComponentType } from 'react'
import type { LoadFirst } from '../lib/first-data.ts'
import { OwnHome } from './way-out.tsx'

type PageComponent = ComponentType<{ site: AppSite }> & { load?: LoadFirst | undefined }
type LoadPage = () => Promise<PageComponent>

/** The component of every page that the browser renders. It is loaded when somebody goes there. */
export const PAGES: Record<ShellPage, LoadPage> = {
  login: async () => (await import('../auth/login-page.tsx')).LoginPage,
  register: async () => (await import('../auth/register-page.tsx')).RegisterPage,
  forgotPassword: async () => (await import('../auth/forgot-password-page.tsx')).ForgotPasswordPage,
  resetPassword: async () => (await import('../auth/reset-password-page.tsx')).ResetPasswordPage,
  undoEmailChange: async () => (await import('../auth/undo-email-change-page.tsx')).UndoEmailChangePage,
  confirmEmail: async () => (await import('../auth/confirm-email-page.tsx')).ConfirmEmailPage,
  complaint: async () => (await import('../complaints/file/complaint-page.tsx')).ComplaintPage,
  regularMembership: withQueries(
    async () => (await import('../memberships/register/registration-page.tsx')).RegularPage,
  ),
  premiumMembership: withQueries(
    async () => (await import('../memberships/register/registration-page.tsx')).PremiumPage,
  ),
  donate: async () => (await import('../donations/give/donate-page.tsx')).DonatePage,
  receipt: withQueries(async () => (await import('../receipts/receipt-page.tsx')).ReceiptPage),
  mailPreferences: withQueries(async () => (await import('../mails/preferences/preferences-page.tsx')).PreferencesPage),
  privacyRequest: async () => (await import('../privacy/privacy-request-page.tsx')).PrivacyRequestPage,
  dashboard: async () => OwnHome,
  account: async () => (await import('../account/account-page.tsx')).AccountPage,
  myPets: async () => (await import('../pets/own/my-pets-page.tsx')).MyPetsPage,
  petForm: async () => (await import('../pets/form/pet-form-page.tsx')).PetFormPage,
  petFormFor: async () => (await import('../pets/form/pet-form-page.tsx')).PetFormPage,
  care: async () => (await import('../care/care-page.tsx')).CarePage,
  lostPet: async () => (await import('../lost/own/lost-pet-page.tsx')).LostPetPage,
  found: async () => (await import('../found/own/found-page.tsx')).FoundPage,
  foundThread: async () => (await import('../found/own/found-thread-page.tsx')).FoundThreadPage,
  myMembership: async () => (await import('../memberships/own/my-membership-page.tsx')).MyMembershipPage,
  memberCard: async () => (await import('../memberships/card/member-card-page.tsx')).MemberCardPage,
  myComplaints: async () => (await import('../complaints/own/my-complaints-page.tsx')).MyComplaintsPage,
  admin: async () => (await import('../dashboard/dashboard-page.tsx')).DashboardPage,
  allPets: async () => (await import('../pets/admin/all-pets-page.tsx')).AllPetsPage,
  adminPetForm: async () => (await import('../pets/form/pet-form-page.tsx')).AdminPetFormPage,
  users: async () => (await import('../users/users-page.tsx')).UsersPage,
  generateQr: async () => (await import('../tags/generate-qr-page.tsx')).GenerateQrPage,
  complaints: async () => (await import('../complaints/admin/complaints-page.tsx')).ComplaintsPage,
  complaintDetail: async () => (await import('../complaints/admin/complaint-detail-page.tsx')).ComplaintDetailPage,
  privacyRequests: async () => (await import('../privacy/admin/privacy-requests-page.tsx')).PrivacyRequestsPage,
  foundAbuse: async () => (await import('../found/admin/found-abuse-page.tsx')).FoundAbusePage,
  mails: async () => (await import('../mails/admin/mails-page.tsx')).MailsPage,
  donations: async () => (await import('../donations/admin/donations-page.tsx')).DonationsPage,
  desk: async () => (await import('../desk/desk-page.tsx')).DeskPage,
  settings: async () => (await import('../settings/settings-page.tsx')).SettingsPage,
  plans: async () => (await import('../plans/plans-page.tsx')).PlansPage,
  addPlan: async () => (await import('../plans/plan-form-page.tsx')).AddPlanPage,
  editPlan: async () => (await import('../plans/plan-form-page.tsx')).EditPlanPage,
  membershipReport: async () => (await import('../reports/membership-report-page.tsx')).MembershipReportPage,
  paymentReport: async () => (await import('../reports/payment-report-page.tsx')).PaymentReportPage,
  audit: async () => (await import('../audit/audit-page.tsx')).AuditPage,
}

/** For public pages that ask for data; the layouts of signed-in people hold the queries already. */
function withQueries(loadPage: LoadPage): LoadPage {
  return async () => {
    const [{ QueryProvider }, Page] = await Promise.all([import('./query-provider.tsx'), loadPage()])
    const WithQueries = (props: { site: AppSite }) => (
      <QueryProvider>
        <Page {...props} />
      </QueryProvider>
    )
    return Object.assign(WithQueries, { load: Page.load })
  }
}
