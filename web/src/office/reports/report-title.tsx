import type { ReactNode } from 'react'
import { useIsPhone } from '../../platform/lists/list-filters.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'

/** The heading of a report, with its periods and its file beside it. On a phone those stand among the filters and below the rows. */
export function ReportTitle({ children, presets, csv }: { children: string; presets: ReactNode; csv: ReactNode }) {
  const isPhone = useIsPhone()
  return (
    <PageTitle
      isCompact={isPhone}
      aside={
        !isPhone && (
          <>
            {presets}
            {csv}
          </>
        )
      }
    >
      {children}
    </PageTitle>
  )
}
