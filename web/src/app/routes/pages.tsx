import type { ShellPage } from '@petsetu/contract/paths.ts'
import { Navigate } from 'react-router'
import { homeOf, useUser } from '../../people/auth/session.ts'
import type { ADMIN_PAGES, LoadPage, PageComponent } from './admin-pages.ts'

type AdminPage = keyof typeof ADMIN_PAGES

/** The component of a page that the browser renders. It is loaded when somebody goes there. */
export async function loadPage(name: ShellPage): Promise<PageComponent> {
  if (name in PAGES) return PAGES[name as keyof typeof PAGES]()
  const { ADMIN_PAGES } = await import('./admin-pages.ts')
  return ADMIN_PAGES[name as AdminPage]()
}

const PAGES: Record<Exclude<ShellPage, AdminPage>, LoadPage> = {
  dashboard: async () => OwnHome,
  account: async () => (await import('../../people/account/account-page.tsx')).AccountPage,
  myPets: async () => (await import('../../pets/own/my-pets-page.tsx')).MyPetsPage,
  petForm: async () => (await import('../../pets/form/pet-form-page.tsx')).PetFormPage,
  petFormFor: async () => (await import('../../pets/form/pet-form-page.tsx')).PetFormPage,
  care: async () => (await import('../../pets/care/care-page.tsx')).CarePage,
  lostPet: async () => (await import('../../pets/lost/own/lost-pet-page.tsx')).LostPetPage,
  found: async () => (await import('../../pets/found/own/found-page.tsx')).FoundPage,
  foundThread: async () => (await import('../../pets/found/own/found-thread-page.tsx')).FoundThreadPage,
  myMembership: async () => (await import('../../supporters/memberships/own/my-membership-page.tsx')).MyMembershipPage,
  memberCard: async () => (await import('../../supporters/memberships/card/member-card-page.tsx')).MemberCardPage,
  myComplaints: async () => (await import('../../complaints/own/my-complaints-page.tsx')).MyComplaintsPage,
  admin: async () => (await import('../../office/dashboard/dashboard-page.tsx')).DashboardPage,
}

function OwnHome() {
  return <Navigate to={homeOf(useUser())} replace />
}
