import { Button, Stack, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { writtenFinancialYear } from '@petsetu/contract/platform/calendar.ts'
import {
  type ChangedSince,
  type DonationStatement,
  donationCalls,
  type FiledStatement,
} from '@petsetu/contract/supporters/donations.ts'
import { formatCount, formatRupees, pluralValues } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { IconCalendarOff, IconFileCheck, IconId, IconIdOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUser } from '../../people/auth/session.ts'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { formatLongTime } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { CountCards } from '../../platform/ui/chart/count-cards.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'
import { DonorCertificates } from './donor-certificates.tsx'
import classes from './financial-years.module.css'

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 12 } as const

/** The donations of a financial year for the tax office: its file, who is missing in it, and what was filed. */
export function DonationStatementOf({ year }: { year: number }) {
  const text = useText()
  const statement = useQuery(callQuery(donationCalls.statement, { query: { financial_year: String(year) } }))
  return (
    <Loaded query={statement} skeleton={<TableSkeleton rows={2} />} failure={text('donationFile.loadFailed')}>
      {({ data }) => <Statement key={data.year} statement={data} />}
    </Loaded>
  )
}

function Statement({ statement }: { statement: DonationStatement }) {
  const text = useText()
  const user = useUser()
  const { year, with_pan, without_pan, outside_terms, is_approved, is_over, filed, changed_since } = statement
  const query = { financial_year: String(year) }
  const figure = (label: PlainId, { count, amount }: { count: number; amount: number }) => ({
    label: text(label),
    value: formatRupees(amount),
    hint: text('donationFile.counted', pluralValues(count)),
  })
  return (
    <Stack gap="sm">
      <div className={classes.figures}>
        <CountCards
          isCompact
          counts={[
            { ...figure('donationFile.withPan', with_pan), icon: IconId },
            { ...figure('donationFile.withoutPan', without_pan), icon: IconIdOff },
            ...(outside_terms.count > 0
              ? [{ ...figure('donationFile.outsideTerms', outside_terms), icon: IconCalendarOff }]
              : []),
          ]}
        />
      </div>
      {!is_approved && (
        <Notice kind="warning">
          {text('donationFile.notApproved')}{' '}
          {user && hasDuty(user, 'settings') && (
            <Link to={`${paths.settings.to({})}#settings-tax`} style={{ display: 'inline-block' }}>
              {text('donationFile.enterApproval')}
            </Link>
          )}
        </Notice>
      )}
      <div style={ROW}>
        <DownloadButton call={donationCalls.csv} input={{ query }} failure={text('donations.statementFailed')}>
          {text('donationFile.download')}
        </DownloadButton>
        {without_pan.count > 0 && (
          <DownloadButton
            call={donationCalls.withoutPanCsv}
            input={{ query }}
            failure={text('donations.statementFailed')}
          >
            {text('donationFile.downloadWithoutPan')}
          </DownloadButton>
        )}
      </div>
      {changed_since.length > 0 && (
        <>
          <Notice kind="info">{text('donationFile.hasChanged')}</Notice>
          <DataTable
            caption={text('donationFile.changedSince')}
            columns={changeColumns(text)}
            rows={changed_since}
            keyOf={({ id }) => id}
          />
        </>
      )}
      {is_over && is_approved && with_pan.count > 0 && (filed.length === 0 || changed_since.length > 0) && (
        <MarkAsFiled year={year} />
      )}
      {filed.length > 0 && (
        <DataTable
          caption={text('donationFile.filed')}
          columns={filedColumns(text)}
          rows={filed}
          keyOf={({ id }) => id}
        />
      )}
      {filed[0] && changed_since.length === 0 && (
        <Acknowledgement key={filed[0].id} year={year} number={filed[0].acknowledgement ?? ''} />
      )}
      {filed.length > 0 && <DonorCertificates year={year} />}
    </Stack>
  )
}

/** Keeps the file as it is now, after it was filed at the portal. */
function MarkAsFiled({ year }: { year: number }) {
  const text = useText()
  const { form, forgetDraft } = useDraftedForm({
    initial: { acknowledgement: '' },
    draft: useOwnDraft(`donation-file-${year}`),
    errorsOf: () => ({}),
  })
  const { start, isBusy } = useSave({
    call: donationCalls.file,
    send: (acknowledgement: string) => requestData(donationCalls.file, { body: { year, acknowledgement } }),
    confirm: () => ({
      title: text('donationFile.question', { year: writtenFinancialYear(year) }),
      children: text('donationFile.explanation'),
      confirmLabel: text('donationFile.markAsFiled'),
    }),
    // The certificates are those of the file that was filed last.
    invalidates: [donationCalls.statement, donationCalls.certificates],
    onSaved: () => void forgetDraft(),
    success: () => text('donationFile.isFiled'),
    failure: { fallback: text('donationFile.fileFailed') },
  })
  const { formProps } = useSubmit(form, text('donationFile.fileFailed'), async ({ acknowledgement }) =>
    start(acknowledgement),
  )
  return (
    <form {...formProps} style={ROW}>
      <TextInput
        label={text('donationFile.acknowledgement')}
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('acknowledgement')}
      />
      <Button type="submit" variant="default" loading={isBusy} leftSection={<IconFileCheck size={18} aria-hidden />}>
        {text('donationFile.markAsFiled')}
      </Button>
    </form>
  )
}

/** The number of the portal for what was filed last: it may come later, or was mistyped. */
function Acknowledgement({ year, number }: { year: number; number: string }) {
  const text = useText()
  const { form, forgetDraft } = useDraftedForm({
    initial: { acknowledgement: number },
    draft: useOwnDraft(`donation-file-${year}`),
    errorsOf: ({ acknowledgement }) => (acknowledgement.trim() ? {} : { acknowledgement: text('problems.missing') }),
    followsRecord: true,
  })
  const { save } = useSave({
    call: donationCalls.file,
    send: (acknowledgement: string) => requestData(donationCalls.file, { body: { year, acknowledgement } }),
    invalidates: [donationCalls.statement],
    onSaved: () => void forgetDraft(),
  })
  const { formProps, isBusy, otherFailure } = useSubmit(
    form,
    text('donationFile.numberFailed'),
    async ({ acknowledgement }) => {
      await save(acknowledgement)
      showSuccess(text('donationFile.numberSaved'))
    },
  )
  return (
    <form {...formProps} style={ROW}>
      <TextInput
        label={text('donationFile.acknowledgement')}
        required
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('acknowledgement')}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        {text('donationFile.saveNumber')}
      </Button>
      {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
    </form>
  )
}

const CHANGES: Record<ChangedSince['change'], PlainId> = {
  added: 'donationFile.added',
  changed: 'donationFile.changed',
  removed: 'donationFile.removed',
}

function changeColumns(text: Translate): Column<ChangedSince>[] {
  return [
    { head: text('donations.giver'), inCard: 'title', cell: ({ name }) => name },
    { head: text('donationFile.change'), cell: ({ change }) => text(CHANGES[change]) },
    { head: text('columns.amount'), align: 'right', isTight: true, cell: ({ amount }) => formatRupees(amount) },
  ]
}

function filedColumns(text: Translate): Column<FiledStatement>[] {
  return [
    { head: text('donationFile.filed'), inCard: 'title', cell: ({ filed_at }) => formatLongTime(filed_at) },
    { head: text('donationFile.filedBy'), cell: ({ filed_by }) => filed_by },
    { head: text('donationFile.acknowledgement'), cell: ({ acknowledgement }) => acknowledgement },
    { head: text('donationFile.donations'), align: 'right', cell: ({ count }) => formatCount(count) },
    { head: text('columns.amount'), align: 'right', isTight: true, cell: ({ amount }) => formatRupees(amount) },
    {
      head: text('donationFile.copy'),
      inCard: 'actions',
      cell: ({ id, filed_at }) => (
        <DownloadButton
          call={donationCalls.filedCsv}
          input={{ params: { file: id } }}
          failure={text('donations.statementFailed')}
          name={`${text('donationFile.downloadFiled')}: ${formatLongTime(filed_at)}`}
          variant="subtle"
        >
          {text('donationFile.downloadFiled')}
        </DownloadButton>
      ),
    },
  ]
}
