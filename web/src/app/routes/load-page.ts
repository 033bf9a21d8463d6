import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { ComponentType } from 'react'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'

export type PageComponent = ComponentType<{ site: AppSite }> & { load?: PageLoader | undefined }

export type LoadPage = () => Promise<PageComponent>
