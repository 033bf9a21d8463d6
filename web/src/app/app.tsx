import { MantineProvider } from '@mantine/core'
import type { AppSite } from '@petsetu/contract/site.ts'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './heading-font.css'
import './tokens.css'
import './fonts.css'
import './mantine-styles.ts'
import './app.css'
import { forgetChanges } from '../lib/live-site.ts'
import { appRoutes } from './routes.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

/** The whole app as one element. Call it once per page: it creates the router. */
export function createApp(site: AppSite) {
  forgetChanges()
  const router = createBrowserRouter(appRoutes(site))
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      // The provider writes all variables of the library: as a style sheet they are larger than the code that writes them.
      deduplicateCssVariables={false}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
    </MantineProvider>
  )
}
