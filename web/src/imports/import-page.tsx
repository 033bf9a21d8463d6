import type { Import, ImportArea } from '@petsetu/contract/imports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { formatLongTime } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { BackLink } from '../ui/layout/back-link.tsx'
import { PageTitle } from '../ui/layout/page-title.tsx'
import { CheckResult } from './check-result.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { callsOf, isArea, KIND_LABELS } from './import-kinds.ts'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportProgress } from './import-progress.tsx'

// While a job works on it.
const LOOK_AGAIN_MS = 700

/** One import, from the choice of the columns to its end. */
export function ImportPage() {
  const text = useText()
  const { area, id = '' } = useParams()
  if (!isArea(area)) return <Navigate to={paths.imports.to({})} replace />
  return (
    <>
      <BackLink to={paths.imports.to({})}>{text('imports.back')}</BackLink>
      <OneImport key={id} area={area} id={id} />
    </>
  )
}

function OneImport({ area, id }: { area: ImportArea; id: string }) {
  const text = useText()
  const one = useQuery({
    ...callQuery(callsOf(area).read, { params: { id } }),
    refetchInterval: ({ state }) => state.data && isRunning(state.data.data) && LOOK_AGAIN_MS,
  })
  const missing = (
    <>
      <PageTitle>{text('titles.importDetail')}</PageTitle>
      <EmptyState icon={<IconFileImport size={36} stroke={1.5} />} message={text('imports.missing')} />
    </>
  )
  return (
    <Loaded query={one} skeleton={<FormSkeleton />} failure={text('imports.loadFailed')} missing={missing}>
      {({ data }) => (
        <>
          <PageTitle hint={text('imports.by', { admin: data.admin, when: formatLongTime(data.created_at) })}>
            {text('imports.named', { what: text(KIND_LABELS[data.kind]), id: data.id })}
          </PageTitle>
          <Step one={data} area={area} />
        </>
      )}
    </Loaded>
  )
}

const isRunning = ({ state }: Import) => state === 'checking' || state === 'importing'

function Step({ one, area }: { one: Import; area: ImportArea }) {
  if (isRunning(one)) return <ImportProgress one={one} />
  if (one.state === 'done' || one.state === 'undone') return <ImportOutcome one={one} area={area} />
  return (
    <>
      {one.state !== 'uploaded' && <CheckResult one={one} area={area} />}
      <ColumnsForm one={one} area={area} />
    </>
  )
}
