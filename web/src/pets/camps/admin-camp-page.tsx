import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { CAMP_KIND_TEXTS } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { type Camp, type CampCount, campAdminCalls } from '@petsetu/contract/pets/camps/camps.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { formatUnbrokenDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { CallError, request } from '../../platform/lib/requests/request.ts'
import { useIsPhone } from '../../platform/lists/list-filters.tsx'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { type Column, DataTable, OnlyIn } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton, DownloadCsv } from '../../platform/ui/table/download-button.tsx'
import { DeleteButton } from '../../platform/ui/table/row-actions.tsx'
import { QrCanvas } from '../../shared/qr-canvas.tsx'
import { CampForm } from './camp-form.tsx'
import { whereIs } from './where-is.ts'

const oneCamp = (id: string) => callQuery(campAdminCalls.read, { params: { id } })

/** A camp with its counts, its files for the municipality, and the code with which helpers open it. */
export function AdminCampPage({ site }: { site: AppSite }) {
  const text = useText()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const isEdited = params.get('edit') !== null
  const camp = useQuery(oneCamp(id))
  const missing = <EmptyState picture="pets" message={text('camps.gone')} />
  return (
    <>
      <BackLink to={paths.adminCamps.to({})}>{text('camps.backToCamps')}</BackLink>
      <PageTitle
        hint={camp.data && `${formatUnbrokenDay(camp.data.day)} · ${whereIs(camp.data)}`}
        aside={camp.data && !isEdited && <CampActions camp={camp.data} />}
      >
        {camp.data?.name ?? text('titles.adminCamp')}
      </PageTitle>
      <Loaded query={camp} skeleton={<TableSkeleton rows={4} />} failure={text('camps.loadFailed')} missing={missing}>
        {(data) =>
          isEdited ? (
            <CampForm camp={data} onDone={() => navigate(paths.adminCamp.to({ id: data.id }))} />
          ) : (
            <CampParts camp={data} site={site} />
          )
        }
      </Loaded>
    </>
  )
}

AdminCampPage.load = ((prefetch, { params }) => prefetch(oneCamp(params.id ?? ''))) satisfies PageLoader

/** Its results come first, but before the camp the code for its helpers. */
function CampParts({ camp, site }: { camp: Camp; site: AppSite }) {
  const isBegun = camp.counts.length > 0
  return (
    <Stack gap="lg">
      {isBegun && <CampResults camp={camp} />}
      <CampOnPhone camp={camp} site={site} />
      {!isBegun && <CampResults camp={camp} />}
    </Stack>
  )
}

function CampActions({ camp }: { camp: Camp }) {
  const text = useText()
  const navigate = useNavigate()
  const deletion = useDeleteCamp(() => navigate(paths.adminCamps.to({})))
  return (
    <>
      {camp.counts.length === 0 && (
        <DeleteButton name={camp.name} isBusy={deletion.isBusy} onClick={() => deletion.start(camp)} />
      )}
      <Button
        component={Link}
        to={`${paths.adminCamp.to({ id: camp.id })}?edit=`}
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        {text('camps.change')}
      </Button>
    </>
  )
}

/** The counts, with their files in the line of the heading; on a phone these are below the rows. */
function CampResults({ camp: { id, counts, animals } }: { camp: Camp }) {
  const text = useText()
  const isPhone = useIsPhone()
  const isBegun = counts.length > 0
  return (
    <Stack component="section" gap="sm" aria-labelledby="camp-results">
      <Group justify="space-between" gap="4px 16px">
        <Group align="baseline" gap="0 12px">
          <SectionHeading id="camp-results">{text('camps.results')}</SectionHeading>
          {isBegun && <Text fw={600}>{text('camps.animals', pluralValues(animals))}</Text>}
        </Group>
        {isBegun && !isPhone && <CampFiles id={id} />}
      </Group>
      {isBegun ? <Results counts={counts} /> : <Text>{text('camps.nothingYet')}</Text>}
      {isBegun && isPhone && <CampFiles id={id} />}
    </Stack>
  )
}

function CampFiles({ id }: { id: number }) {
  const text = useText()
  const input = { params: { id: String(id) } }
  return (
    <Group gap="sm">
      <DownloadCsv call={campAdminCalls.csv} input={input} />
      <DownloadButton call={campAdminCalls.report} input={input} failure={text('camps.reportFailed')} variant="filled">
        {text('camps.report')}
      </DownloadButton>
    </Group>
  )
}

// The code is at the left of its words; where they have no room beside each other, below them.
const BESIDE = { flexDirection: 'row-reverse' } as const

/** Shows the code that helpers scan, and who they are. */
function CampOnPhone({ camp: { id, helpers }, site }: { camp: Camp; site: AppSite }) {
  const text = useText()
  const path = paths.camp.to({ id })
  return (
    <Group component="section" className={card.card} gap="16px 24px" style={BESIDE} aria-labelledby="camp-phone">
      <Stack gap="xs" flex="1 1 16rem" miw={0}>
        <SectionHeading id="camp-phone">
          <Link to={path}>{text('camps.openOnPhone')}</Link>
        </SectionHeading>
        <Text c="dimmed">{text('camps.phoneHint')}</Text>
        {helpers.length > 0 && (
          <Text>
            {text('camps.helpers')}: {helpers.join(', ')}
          </Text>
        )}
      </Stack>
      <Box maw={176} mx="auto">
        <QrCanvas value={site.publicUrl + path} label={text('camps.openOnPhone')} isForScreen />
      </Box>
    </Group>
  )
}

type Row = Pick<CampCount, 'ward'> & { work: PlainId; female: number; male: number }

const SEX = { align: 'right', isTight: true, inCard: 'value', isNamedInCard: true } as const

function Results({ counts }: { counts: CampCount[] }) {
  const text = useText()
  const columns: Column<Row>[] = [
    { head: text('camps.ward'), inCard: 'nothing', cell: ({ ward }) => ward },
    {
      head: text('camps.work'),
      inCard: 'title',
      cell: ({ work, ward }) => (
        <>
          {text(work)}
          <OnlyIn place="card">, {ward}</OnlyIn>
        </>
      ),
    },
    { head: text('camps.female'), ...SEX, cell: ({ female }) => formatCount(female) },
    { head: text('camps.male'), ...SEX, cell: ({ male }) => formatCount(male) },
    {
      head: text('camps.total'),
      align: 'right',
      isTight: true,
      inCard: 'end',
      cell: ({ female, male }) => formatCount(female + male),
    },
  ]
  return (
    <DataTable
      caption={text('camps.results')}
      columns={columns}
      rows={rowsOf(counts)}
      keyOf={({ ward, work }) => `${ward} ${work}`}
    />
  )
}

/** One row for each ward and kind of work, by ward; after that of sterilisation, one for the certificates. */
function rowsOf(counts: CampCount[]): Row[] {
  const rows = new Map<string, Row>()
  function count(ward: string, work: PlainId, more: { female?: number; male?: number }) {
    const key = `${ward} ${work}`
    rows.set(key, { ward, work, female: 0, male: 0, ...rows.get(key), ...more })
  }
  for (const { ward, kind, sex, animals } of counts) count(ward, CAMP_KIND_TEXTS[kind], { [sex]: animals })
  for (const { ward, sex, certified } of counts)
    if (certified !== null) count(ward, 'camps.certified', { [sex]: certified })
  return [...rows.values()].sort((one, other) => one.ward.localeCompare(other.ward))
}

function useDeleteCamp(onDeleted: () => void) {
  const text = useText()
  return useSave({
    call: campAdminCalls.delete,
    send: deleteCamp,
    confirm: ({ name }) => ({
      title: text('camps.deleteQuestion', { name }),
      children: text('camps.deleteConsequence'),
      confirmLabel: text('controls.delete'),
    }),
    invalidates: [campAdminCalls.listAll],
    onSaved: onDeleted,
    failure: { fallback: text('camps.deleteFailed') },
  })
}

async function deleteCamp({ id }: Camp): Promise<void> {
  try {
    await request(campAdminCalls.delete, { params: { id: String(id) } })
  } catch (error) {
    // It is gone already: its deletion got no answer, or another admin has deleted it.
    if (!(error instanceof CallError && error.code === 'camp_not_found')) throw error
  }
}
