import { MantineProvider } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './heading-font.css'
import './tokens.css'
import './fonts.css'
import './mantine-styles.ts'
import './app.css'
import { createQueryClient } from './query-client.ts'
import { appRoutes } from './routes.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

/** The whole app as one element. Once a page: router and cache live as long as the page does. */
export function createApp(site: Site) {
  const queries = createQueryClient()
  const router = createBrowserRouter(appRoutes(site))
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  )
}
