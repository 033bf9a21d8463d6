import { Button, TextInput } from '@mantine/core'
import { today } from '@petsetu/contract/platform/dates.ts'
import { type DonorCertificate, donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 12, margin: '16px 0' } as const
// The table draws a button over the padding of its row.
const BUTTON = { paddingBlock: 8 } as const

/** The donors of the filed statement of a year: who has the certificate, and who is still without. */
export function DonorCertificates({ year }: { year: number }) {
  const text = useText()
  const query = { financial_year: String(year) }
  const certificates = useQuery(callQuery(donationCalls.certificates, { query }))
  const [entered, setEntered] = useState<DonorCertificate | null>(null)
  return (
    <section aria-labelledby="certificates">
      <h3 id="certificates">{text('donationFile.certificates')}</h3>
      <p>{text('donationFile.certificatesHint')}</p>
      <Loaded query={certificates} skeleton={<TableSkeleton rows={2} />} failure={text('donationFile.loadFailed')}>
        {({ data }) => (
          <>
            <p>{text('donationFile.certificatesMissing', missingOf(data))}</p>
            <div style={ROW}>
              <DownloadButton
                call={donationCalls.certificatesCsv}
                input={{ query }}
                failure={text('donations.statementFailed')}
              >
                {text('donationFile.certificatesFile')}
              </DownloadButton>
            </div>
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
    </section>
  )
}

const missingOf = (donors: DonorCertificate[]) => ({
  missing: formatCount(donors.filter(({ is_missing }) => is_missing).length),
  all: formatCount(donors.length),
})

function CertificateEntry({ year, donor, onDone }: { year: number; donor: DonorCertificate; onDone: () => void }) {
  const text = useText()
  const { form, forgetDraft } = useDraftedForm({
    initial: { number: donor.number ?? '', issued_on: donor.issued_on ?? today() },
    draft: useOwnDraft(`certificate-${year}-${donor.id}`),
    // The server says what is wrong.
    errorsOf: () => ({}),
    checksOnBlur: false,
  })
  const { start, isBusy } = useSave({
    call: donationCalls.recordCertificate,
    send: () =>
      requestData(donationCalls.recordCertificate, {
        params: { id: String(donor.id) },
        body: { year, ...form.getValues() },
      }),
    invalidates: [donationCalls.certificates],
    success: () => text('donationFile.certificateSaved'),
    failure: { fallback: text('donationFile.certificateFailed') },
    onSaved() {
      void forgetDraft()
      onDone()
    },
  })
  return (
    <form
      style={ROW}
      aria-label={text('donationFile.certificateOf', { name: donor.name })}
      onSubmit={(event) => {
        event.preventDefault()
        start(undefined)
      }}
    >
      <p style={{ flexBasis: '100%', margin: 0 }}>{text('donationFile.certificateOf', { name: donor.name })}</p>
      <TextInput
        label={text('donationFile.certificateNumber')}
        required
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('number')}
      />
      <TextInput
        label={text('donationFile.certificateDay')}
        type="date"
        required
        {...form.getInputProps('issued_on')}
      />
      <Button type="submit" loading={isBusy}>
        {text('donationFile.saveCertificate')}
      </Button>
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
        <div style={BUTTON}>
          <Button variant="default" onClick={() => onEnter(donor)}>
            {text('donationFile.enterCertificate')}
          </Button>
        </div>
      ),
    },
  ]
}
