import { MantineProvider } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './heading-font.css'
import './tokens.css'
import './fonts.css'
import './mantine-styles.ts'
import './app.css'
import { appRoutes } from './routes.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

/** The whole app as one element. Once a page: the router lives as long as the page does. */
export function createApp(site: Site) {
  const router = createBrowserRouter(appRoutes(site))
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      // All of the library's variables are written here: as a style sheet they weigh more than the code that makes them.
      deduplicateCssVariables={false}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
    </MantineProvider>
  )
}
