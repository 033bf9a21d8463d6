import { Box } from '@mantine/core'
import type { AppSite, Site } from '@petsetu/contract/site/site.ts'
import {
  createBrowserRouter,
  type LoaderFunction,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './heading-font.css'
import './tokens.css'
import './fonts.css'
// The styles of the component library that every page needs. A component's styles come after those of its parts. The base is in tokens.css.
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
// The parts that lay pages out.
import '@mantine/core/styles/Flex.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/SimpleGrid.css'
import '@mantine/core/styles/Grid.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/Title.css'
import '@mantine/core/styles/DataList.css'
import './app.css'
import {
  type Area,
  maySee,
  type Page,
  type PageName,
  pageAt,
  paths,
  routeOf,
  type ShellPage,
} from '@petsetu/contract/paths.ts'
import { type ComponentType, Fragment, type ReactNode, useEffect } from 'react'
import { useIsRefused } from '../people/auth/ended-session.ts'
import { currentUser, hasSignedOut, homeOf, useUser } from '../people/auth/session.ts'
import { addAdminTexts } from '../platform/languages/app-texts.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { watchNavigation } from '../platform/lib/address/use-leave.ts'
import { forgetChanges } from '../platform/lib/live-site.ts'
import { reloadOnce } from '../platform/lib/reload-once.ts'
import type { PageLoader } from '../platform/lib/requests/first-data.ts'
import { ErrorBox } from '../platform/ui/feedback/error-box.tsx'
import { lazyPart } from '../platform/ui/feedback/lazy-part.tsx'
import { PageTitle } from '../platform/ui/layout/page-title.tsx'
import { FirstLoad } from './first-load.tsx'
import { loadPage } from './routes/pages.tsx'
import { Themed } from './themed.tsx'

/** The whole app as one element. Call it once per page: it creates the router. */
export function createApp(site: AppSite) {
  forgetChanges()
  const router = createBrowserRouter(appRoutes(site))
  watchNavigation(router)
  return (
    <Themed>
      <RouterProvider router={router} />
    </Themed>
  )
}

type SignedInArea = Exclude<Area, 'public'>

const LAYOUTS: Record<SignedInArea, () => Promise<ComponentType<{ site: Site }>>> = {
  own: async () => (await import('./own-area.tsx')).OwnArea,
  admin: async () => (await import('./admin-layout.tsx')).AdminLayout,
}

const NAMES = Object.keys(paths) as PageName[]

/** Every page in the layout of its area. The code of a page is loaded when it is opened. */
function appRoutes(site: AppSite): RouteObject[] {
  return [
    {
      element: <PageFrame />,
      errorElement: <LoadError />,
      hydrateFallbackElement: <FirstLoad />,
      children: [
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

function areaRoute(area: SignedInArea, site: AppSite): RouteObject {
  return {
    lazy: async () => {
      const [Layout] = await orMissing(Promise.all([LAYOUTS[area](), area === 'admin' && addAdminTexts()]))
      return { element: <Layout site={site} /> }
    },
    ...(area === 'own' && { loader: loadOwnArea, shouldRevalidate: () => false }),
    // Around the pages and inside the layout: if a page fails, the header and the menu stay.
    children: [{ errorElement: <PageError />, children: pagesOf(area, site) }],
  }
}

const ACCOUNT_MS_MAX = 500

/**
 * Waits a moment for the account, which says whether the page begins with the banner about the e-mail address. It is requested beside the code and
 * the data of the page.
 */
async function loadOwnArea(): Promise<null> {
  if (currentUser()?.role !== 'user') return null
  const [{ currentQueries }, { ownAccount }] = await orMissing(
    Promise.all([import('./query-provider.tsx'), import('../people/auth/own-account.ts')]),
  )
  const late = new Promise((resolve) => setTimeout(resolve, ACCOUNT_MS_MAX))
  await Promise.race([currentQueries().prefetchQuery(ownAccount), late])
  return null
}

function pagesOf(area: SignedInArea | undefined, site: AppSite): RouteObject[] {
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
function loaderOf(name: ShellPage, load: PageLoader): LoaderFunction {
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

/** Loads an address anew whose page the server renders, so that the server answers. */
function ServerPage() {
  useEffect(() => location.reload(), [])
  return null
}

function UnknownPage() {
  useEffect(() => location.replace(paths.home.to({})), [])
  return null
}

/** Shown in place of an area that failed, or whose code could not be loaded. */
function LoadError() {
  return (
    <Box component="main" maw={640} mx="auto" my="10vh" px="md">
      <PageError />
    </Box>
  )
}

/** Shown in its area in place of a page that failed, or whose code could not be loaded. Reloading also gets the newest version: it
 * happens by itself, once, if code is missing. */
function PageError() {
  const text = useText()
  const error = useRouteError()
  useEffect(() => {
    console.error('The page could not be shown:', error)
    if (error instanceof MissingCode) void reloadOnce()
  }, [error])
  return (
    <>
      <PageTitle>{text('layout.failedTitle')}</PageTitle>
      <ErrorBox message={text('layout.failed')} onRetry={() => location.reload()} />
    </>
  )
}

const LoginAgain = lazyPart(async () => (await import('../people/auth/sign-in/login-again.tsx')).LoginAgain)

/** Around all pages: checks who may see them, restores the scroll position, and shows a thin line while the next page is loading. */
function PageFrame() {
  const isLoading = useNavigation().state === 'loading'
  const user = useUser()
  const isRefused = useIsRefused()
  useEffect(() => {
    const left = new AbortController()
    for (const pointing of ['pointerover', 'focusin']) addEventListener(pointing, loadEarly, left)
    return () => left.abort()
  }, [])
  return (
    <>
      {isLoading && <div className="page-pending" />}
      {isRefused && user && <LoginAgain username={user.username} />}
      <RequireRole>
        <Outlet />
      </RequireRole>
      <ScrollRestoration />
    </>
  )
}

/** Loads the code of a page when somebody points at a link to it, or focuses one: it is shown as soon as the link is followed. */
function loadEarly({ target }: Event): void {
  const page = target instanceof Element && pageAt(target.closest('a')?.pathname ?? '')
  const name = NAMES.filter(isShell).find((one) => paths[one] === page)
  // Code that does not arrive is asked for again by the click, which says so.
  if (name) loadPage(name).catch(() => {})
}

/** Shows a page to those who may see it. Redirects a visitor to the login and back, and everybody else to their own home. */
function RequireRole({ children }: { children: ReactNode }) {
  const user = useUser()
  const { pathname, search, hash } = useLocation()
  const page = useMatches().at(-1)?.handle as Page | undefined
  if (!page || page.who === 'anyone') return children
  if (!user) {
    const next = hasSignedOut() ? null : pathname + search + hash
    return <Navigate to={paths.login.to({}, { next })} replace />
  }
  if (!maySee(page, user.role)) return <Navigate to={homeOf(user)} replace />
  // The key clears the forms when somebody else signs in from another tab.
  return <Fragment key={user.id}>{children}</Fragment>
}

/** The code of a page or an area could not be loaded: the files of a release are gone after the next one. */
class MissingCode extends Error {}

async function orMissing<Code>(loading: Promise<Code>): Promise<Code> {
  try {
    return await loading
  } catch (cause) {
    throw new MissingCode(undefined, { cause })
  }
}
