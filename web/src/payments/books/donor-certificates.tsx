import { Button, Group, Stack, TextInput } from '@mantine/core'
import { CertificateForm, type DonorCertificate, donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconCertificate, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { CountCards } from '../../platform/ui/chart/count-cards.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { DayInput } from '../../platform/ui/fields/day-input.tsx'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import { SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import { Hint } from '../../platform/ui/layout/panel.tsx'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 12, margin: '16px 0' } as const

/** The donors of the filed statement of a year: who has the certificate, and who is still without. */
export function DonorCertificates({ year }: { year: number }) {
  const text = useText()
  const query = { financial_year: String(year) }
  const certificates = useQuery(callQuery(donationCalls.certificates, { query }))
  const [entered, setEntered] = useState<DonorCertificate | null>(null)
  return (
    <Stack component="section" gap="sm" mt="lg" aria-labelledby="certificates">
      <SectionHeading order={3} size="1.125rem" id="certificates">
        {text('donationFile.certificates')}
      </SectionHeading>
      <Hint>{text('donationFile.certificatesHint')}</Hint>
      <Loaded query={certificates} skeleton={<TableSkeleton rows={2} />} failure={text('donationFile.loadFailed')}>
        {({ data }) => (
          <>
            <Counts donors={data} />
            <Group gap="sm">
              <DownloadButton
                call={donationCalls.certificatesCsv}
                input={{ query }}
                failure={text('donations.statementFailed')}
              >
                {text('donationFile.certificatesFile')}
              </DownloadButton>
            </Group>
            {entered && (
              <CertificateEntry key={entered.id} year={year} donor={entered} onDone={() => setEntered(null)} />
            )}
            <DataTable
              caption={text('donationFile.certificates')}
              columns={columnsOf(text, setEntered)}
              rows={data}
              keyOf={({ id }) => id}
            />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Counts({ donors }: { donors: DonorCertificate[] }) {
  const text = useText()
  const missing = donors.filter(({ is_missing }) => is_missing).length
  return (
    <CountCards
      counts={[
        { label: text('donationFile.certificatesMissing'), value: formatCount(missing), icon: IconClock },
        {
          label: text('donationFile.certificatesGiven'),
          value: formatCount(donors.length - missing),
          icon: IconCertificate,
        },
      ]}
    />
  )
}

const errorsOf = schemaErrors(CertificateForm)

function CertificateEntry({ year, donor, onDone }: { year: number; donor: DonorCertificate; onDone: () => void }) {
  const text = useText()
  const number = useRef<HTMLInputElement>(null)
  // The list may be long, and its button far below the form.
  useEffect(() => number.current?.focus(), [])
  const { form, forgetDraft } = useDraftedForm({
    initial: { number: donor.number ?? '', issued_on: donor.issued_on ?? serverToday() },
    draft: useOwnDraft(`certificate-${year}-${donor.id}`),
    errorsOf: (values) => errorsOf({ year, ...values }),
    checksOnBlur: false,
  })
  const { save } = useSave({
    call: donationCalls.recordCertificate,
    send: (body: CertificateForm) =>
      requestData(donationCalls.recordCertificate, { params: { id: String(donor.id) }, body }),
    invalidates: [donationCalls.certificates],
    onSaved() {
      void forgetDraft()
      onDone()
    },
  })
  const { formProps, isBusy, otherFailure } = useSubmit(
    form,
    text('donationFile.certificateFailed'),
    async (values) => {
      await save({ year, ...values })
      showSuccess(text('donationFile.certificateSaved'))
    },
  )
  return (
    <form {...formProps} style={ROW} aria-label={text('donationFile.certificateOf', { name: donor.name })}>
      <p style={{ flexBasis: '100%', margin: 0 }}>{text('donationFile.certificateOf', { name: donor.name })}</p>
      <TextInput
        ref={number}
        label={text('donationFile.certificateNumber')}
        required
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('number')}
      />
      <DayInput label={text('donationFile.certificateDay')} required {...form.getInputProps('issued_on')} />
      <Button type="submit" loading={isBusy}>
        {text('donationFile.saveCertificate')}
      </Button>
      {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
    </form>
  )
}

function columnsOf(text: Translate, onEnter: (donor: DonorCertificate) => void): Column<DonorCertificate>[] {
  return [
    { head: text('donationFile.donor'), inCard: 'title', cell: ({ name }) => name },
    { head: text('columns.amount'), align: 'right', isTight: true, cell: ({ amount }) => formatRupees(amount) },
    {
      head: text('donationFile.certificateNumber'),
      cell: ({ number, is_missing }) => (is_missing ? text('donationFile.noCertificate') : number),
    },
    {
      head: text('donationFile.certificateDay'),
      cell: ({ issued_on }) => issued_on && formatLongDay(issued_on),
    },
    {
      head: text('columns.actions'),
      inCard: 'actions',
      cell: (donor) => (
        <Button
          variant="subtle"
          px={8}
          ml={-8}
          aria-label={`${text('donationFile.enterCertificate')}: ${donor.name}`}
          onClick={() => onEnter(donor)}
        >
          {text('donationFile.enterCertificate')}
        </Button>
      ),
    },
  ]
}
