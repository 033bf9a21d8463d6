import { maySee, routeOf } from '@petsetu/contract/page-at.ts'
import { type Area, type PageName, paths, type ShellPage } from '@petsetu/contract/paths.ts'
import type { AppSite, Site } from '@petsetu/contract/site.ts'
import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { currentUser } from '../auth/session.ts'
import { addAdminTexts } from '../languages/page-text.ts'
import type { LoadFirst } from '../lib/first-data.ts'
import { FirstLoad } from './first-load.tsx'
import { LoadError, PageError } from './load-error.tsx'
import { orMissing } from './missing-code.ts'
import { PageFrame } from './page-frame.tsx'
import { loadPage } from './pages.tsx'
import { ServerPage, UnknownPage } from './redirects.tsx'

const LAYOUTS: Record<Area, () => Promise<ComponentType<{ site: Site }>>> = {
  public: async () => (await import('./public-area.tsx')).PublicArea,
  own: async () => (await import('./own-area.tsx')).OwnArea,
  admin: async () => (await import('./admin-layout.tsx')).AdminLayout,
}

const NAMES = Object.keys(paths) as PageName[]

/** Every page in the layout of its area. The code of a page is loaded when it is opened. */
export function appRoutes(site: AppSite): RouteObject[] {
  return [
    {
      element: <PageFrame />,
      errorElement: <LoadError />,
      hydrateFallbackElement: <FirstLoad />,
      children: [
        areaRoute('public', site),
        areaRoute('own', site),
        areaRoute('admin', site),
        ...pagesOf(undefined, site),
        ...NAMES.filter((name) => !isShell(name)).map((name) => ({
          path: routeOf(paths[name]),
          element: <ServerPage />,
        })),
        { path: '*', element: <UnknownPage /> },
      ],
    },
  ]
}

function areaRoute(area: Area, site: AppSite): RouteObject {
  return {
    lazy: async () => {
      const [Layout] = await orMissing(Promise.all([LAYOUTS[area](), area === 'admin' && addAdminTexts()]))
      return { element: <Layout site={site} /> }
    },
    // Around the pages and inside the layout: if a page fails, the header and the menu stay.
    children: [{ errorElement: <PageError />, children: pagesOf(area, site) }],
  }
}

function pagesOf(area: Area | undefined, site: AppSite): RouteObject[] {
  return NAMES.filter(isShell)
    .filter((name) => paths[name].area === area)
    .map((name) => ({
      path: routeOf(paths[name]),
      handle: paths[name],
      lazy: async () => {
        const Page = await orMissing(loadPage(name))
        return { element: <Page site={site} />, ...(Page.load && { loader: loaderOf(name, Page.load) }) }
      },
    }))
}

/**
 * Starts loading what the page shows first, also when only its search changes. Navigation does not wait for it: the page shows a skeleton,
 * and the failure if there is one.
 */
function loaderOf(name: ShellPage, load: LoadFirst): LoaderFunction {
  return async ({ params, request }) => {
    const { pathname, searchParams: search } = new URL(request.url)
    if (!(await mayOpen(name, pathname))) return null
    const queries = (await import('./query-provider.tsx')).currentQueries()
    void load((query) => queries.prefetchQuery({ ...query, staleTime: 0 }), { params, search })
    return null
  }
}

async function mayOpen(name: ShellPage, pathname: string): Promise<boolean> {
  const user = currentUser()
  if (!maySee(paths[name], user?.role ?? null)) return false
  // The table of duties is loaded only for an admin who has some of them.
  return !user?.duties || (await import('@petsetu/contract/page-duties.ts')).mayOpen(pathname, user)
}

function isShell(name: PageName): name is ShellPage {
  return paths[name].rendered !== 'whole'
}
