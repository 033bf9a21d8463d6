import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { ComponentType } from 'react'
import type { LoadFirst } from '../platform/lib/first-data.ts'

export type PageComponent = ComponentType<{ site: AppSite }> & { load?: LoadFirst | undefined }

export type LoadPage = () => Promise<PageComponent>
