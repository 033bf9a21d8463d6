import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { ReactNode } from 'react'
import { Outlet, type RouteObject } from 'react-router'
import { FirstLoad } from './first-load.tsx'
import { LoadError } from './load-error.tsx'
import { PageFrame } from './page-frame.tsx'
import { RequireRole } from './require-role.tsx'
import { OwnHome, ServerPage, UnknownPage } from './way-out.tsx'

/** Every page: its path, its layout and who may see it. The code of a page is loaded when it is opened. */
export function appRoutes(site: Site): RouteObject[] {
  return [
    {
      element: <PageFrame />,
      errorElement: <LoadError />,
      hydrateFallbackElement: <FirstLoad />,
      children: [
        { lazy: () => publicLayout(site), children: publicPages(site) },
        { lazy: () => userLayout(site), children: userPages() },
        { lazy: () => adminLayout(site), children: adminPages(site) },
        { lazy: () => ownLayout(site), children: ownPages() },
        { path: paths.dashboard.pattern, element: <OwnHome /> },
        { path: paths.home.pattern, element: <ServerPage /> },
        { path: routePath(paths.petDetail.pattern), element: <ServerPage /> },
        { path: '*', element: <UnknownPage /> },
      ],
    },
  ]
}

function publicPages(site: Site): RouteObject[] {
  return [
    page(paths.login, async () => {
      const { LoginPage } = await import('../auth/login-page.tsx')
      return <LoginPage />
    }),
    page(paths.register, async () => {
      const { RegisterPage } = await import('../auth/register-page.tsx')
      return <RegisterPage />
    }),
    page(paths.complaint, async () => {
      const { ComplaintPage } = await import('../complaints/file/complaint-page.tsx')
      return <ComplaintPage site={site} />
    }),
    { lazy: queryProvider, children: publicQueryPages(site) },
  ]
}

function publicQueryPages(site: Site): RouteObject[] {
  return [
    page(paths.regularMembership, async () => {
      const { RegistrationPage } = await import('../memberships/register/registration-page.tsx')
      return <RegistrationPage key="regular" category="regular" site={site} />
    }),
    page(paths.premiumMembership, async () => {
      const { RegistrationPage } = await import('../memberships/register/registration-page.tsx')
      return <RegistrationPage key="premium" category="premium" site={site} />
    }),
    page(paths.receipt, async () => {
      const { ReceiptPage } = await import('../receipts/receipt-page.tsx')
      return <ReceiptPage />
    }),
  ]
}

function userPages(): RouteObject[] {
  const petForm = async () => {
    const { PetFormPage } = await import('../pets/form/pet-form-page.tsx')
    return <PetFormPage />
  }
  return [
    page(paths.myPets, async () => {
      const { MyPetsPage } = await import('../pets/own/my-pets-page.tsx')
      return <MyPetsPage />
    }),
    page(paths.petForm, petForm),
    page(paths.petFormFor, petForm),
    page(paths.myMembership, async () => {
      const { MyMembershipPage } = await import('../memberships/own/my-membership-page.tsx')
      return <MyMembershipPage />
    }),
  ]
}

function adminPages(site: Site): RouteObject[] {
  return [
    page(paths.admin, async () => {
      const { DashboardPage } = await import('../dashboard/dashboard-page.tsx')
      return <DashboardPage />
    }),
    page(paths.allPets, async () => {
      const { AllPetsPage } = await import('../pets/admin/all-pets-page.tsx')
      return <AllPetsPage />
    }),
    page(paths.adminPetForm, async () => {
      const { AdminPetFormPage } = await import('../pets/form/pet-form-page.tsx')
      return <AdminPetFormPage />
    }),
    page(paths.users, async () => {
      const { UsersPage } = await import('../users/users-page.tsx')
      return <UsersPage />
    }),
    page(paths.generateQr, async () => {
      const { GenerateQrPage } = await import('../tags/generate-qr-page.tsx')
      return <GenerateQrPage publicUrl={site.publicUrl} />
    }),
    page(paths.complaints, async () => {
      const { ComplaintsPage } = await import('../complaints/admin/complaints-page.tsx')
      return <ComplaintsPage />
    }),
    page(paths.complaintDetail, async () => {
      const { ComplaintDetailPage } = await import('../complaints/admin/complaint-detail-page.tsx')
      return <ComplaintDetailPage />
    }),
    page(paths.plans, async () => {
      const { PlansPage } = await import('../plans/plans-page.tsx')
      return <PlansPage />
    }),
    page(paths.addPlan, async () => {
      const { AddPlanPage } = await import('../plans/plan-form-page.tsx')
      return <AddPlanPage />
    }),
    page(paths.editPlan, async () => {
      const { EditPlanPage } = await import('../plans/plan-form-page.tsx')
      return <EditPlanPage />
    }),
    page(paths.membershipReport, async () => {
      const { MembershipReportPage } = await import('../reports/membership-report-page.tsx')
      return <MembershipReportPage />
    }),
    page(paths.paymentReport, async () => {
      const { PaymentReportPage } = await import('../reports/payment-report-page.tsx')
      return <PaymentReportPage />
    }),
  ]
}

function ownPages(): RouteObject[] {
  return [
    page(paths.account, async () => {
      const { AccountPage } = await import('../auth/account-page.tsx')
      return <AccountPage />
    }),
  ]
}

async function publicLayout(site: Site) {
  const { PublicArea } = await import('./public-area.tsx')
  return { element: <PublicArea site={site} /> }
}

async function queryProvider() {
  const { QueryProvider } = await import('./query-provider.tsx')
  return {
    element: (
      <QueryProvider>
        <Outlet />
      </QueryProvider>
    ),
  }
}

async function userLayout(site: Site) {
  const { UserLayout } = await import('./user-layout.tsx')
  return {
    element: (
      <RequireRole allowed="user">
        <UserLayout site={site} />
      </RequireRole>
    ),
  }
}

async function adminLayout(site: Site) {
  const { AdminLayout } = await import('./admin-layout.tsx')
  return {
    element: (
      <RequireRole allowed="admin">
        <AdminLayout site={site} />
      </RequireRole>
    ),
  }
}

async function ownLayout(site: Site) {
  const { OwnArea } = await import('./own-area.tsx')
  return { element: <OwnArea site={site} /> }
}

function page({ pattern }: { pattern: string }, load: () => Promise<ReactNode>): RouteObject {
  return { path: routePath(pattern), lazy: async () => ({ element: await load() }) }
}

/** Turns a path of the contract, `/pet-detail/{petId}`, into the router's notation, `/pet-detail/:petId`. */
function routePath(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, ':$1')
}
