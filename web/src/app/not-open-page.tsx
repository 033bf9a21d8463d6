import { Button } from '@mantine/core'
import type { Site } from '@petsetu/contract/site.ts'
import { IconExternalLink, IconSeeding } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** Stands where a part of the site will open, so that every menu entry leads somewhere that tells the truth. */
export function NotOpenPage({ title, site }: { title: string; site: Site }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <EmptyState icon={<IconSeeding size={36} stroke={1.5} />} message="This part of PetSetu is not open yet.">
        <p>Until it is, {site.foundationName} helps you directly through its own website.</p>
        <Button
          component="a"
          href={site.marketingUrl}
          target="_blank"
          rel="noopener"
          variant="outline"
          rightSection={<IconExternalLink size={18} aria-hidden />}
        >
          Go to the foundation’s site
        </Button>
      </EmptyState>
    </>
  )
}
