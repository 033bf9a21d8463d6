import type { AppSite } from '@petsetu/contract/site.ts'
import type { ComponentType } from 'react'
import type { LoadFirst } from '../lib/first-data.ts'

export type PageComponent = ComponentType<{ site: AppSite }> & { load?: LoadFirst | undefined }

export type LoadPage = () => Promise<PageComponent>
