import { Checkbox, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import {
  type CorrectableRecord,
  type CorrectedField,
  type Correction,
  CorrectionForm,
  correctionCalls,
} from '@petsetu/contract/people/privacy.ts'
import { REASON_MAX } from '@petsetu/contract/platform/reason.ts'
import type { PlainId, TextId, Translate } from '@petsetu/languages/translator.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { formatLongInstant } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { ChangedMeanwhile, useConflict } from '../../../platform/ui/form/changed-meanwhile.tsx'
import { FormBar } from '../../../platform/ui/form/form-bar.tsx'
import formPage from '../../../platform/ui/form/form-page.module.css'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { Columns, Hint, Panel } from '../../../platform/ui/layout/panel.tsx'
import { Unbroken } from '../../../platform/ui/layout/unbroken.tsx'
import { useUser } from '../../auth/session.ts'
import { useOwnDraft } from '../../auth/use-own-draft.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'

type Params = { purpose: CorrectableRecord['purpose']; id: string }

const recordOf = (params: Params) => callQuery(correctionCalls.read, { params })

/** Corrects the person of a donation, a membership or a complaint, and shows what was corrected before. */
export function CorrectionPage() {
  const text = useText()
  const params = useParams() as Params
  // Never from the cache: a form filled with old values would be refused.
  const record = useQuery({ ...recordOf(params), gcTime: 0, refetchOnWindowFocus: false })
  const [isCorrected, setCorrected] = useState(false)
  const shown = record.data?.data
  const title = shown ? titleOf(shown, text) : text('titles.correction')
  return (
    <>
      <WayBack params={params} reference={shown?.reference} isCorrected={isCorrected} />
      <PageTitle documentTitle={title} hint={text('corrections.hint')}>
        {shown?.reference ? <Unbroken number={unbrokenIn(shown, shown.reference)} sentence={title} isLong /> : title}
      </PageTitle>
      <Loaded
        query={record}
        skeleton={<FormSkeleton />}
        failure={text('corrections.readFailed')}
        missing={<Notice kind="info">{text('corrections.missing')}</Notice>}
      >
        {({ data }) => (
          <Columns hasWideFirst>
            {data.is_erased ? (
              <Panel title={text('corrections.form')}>
                <Receipt receipt={data.receipt} />
                <Notice kind="info">{text('corrections.erased')}</Notice>
              </Panel>
            ) : (
              <Form
                key={`${data.purpose} ${data.id}`}
                record={data}
                params={params}
                onCorrected={() => setCorrected(true)}
              />
            )}
            <History record={data} />
          </Columns>
        )}
      </Loaded>
    </>
  )
}

const TITLES = {
  complaint: 'corrections.complaint',
  membership: 'corrections.membership',
  donation: 'corrections.donation',
} as const satisfies Record<CorrectableRecord['purpose'], TextId>

/** Names the record, and its person unless the name is withheld or erased. */
function titleOf({ purpose, id, reference = String(id), name }: CorrectableRecord, text: Translate): string {
  return [text(TITLES[purpose], { id: reference }), name].filter(Boolean).join(', ')
}

/** The reference with the comma of the name after it, which a line of its own would begin with. */
const unbrokenIn = ({ name }: CorrectableRecord, reference: string) => (name ? `${reference},` : reference)

type WayBackProps = { params: Params; reference: string | undefined; isCorrected: boolean }

/** Leads to the page whose link was followed, and tells it of a correction; without one, to the complaint, or to the requests. */
function WayBack({ params: { purpose, id }, reference = id, isCorrected }: WayBackProps) {
  const text = useText()
  const user = useUser()
  const { state }: { state: unknown } = useLocation()
  const from = typeof state === 'object' && state && 'from' in state ? state.from : null
  if (typeof from === 'string')
    return (
      <BackLink to={from} state={{ isCorrected }}>
        {text('corrections.goBack')}
      </BackLink>
    )
  if (purpose === 'complaint' && user && hasDuty(user, 'cases'))
    return (
      <BackLink to={paths.complaintDetail.to({ id })}>{text('complaintDetail.heading', { id: reference })}</BackLink>
    )
  return <BackLink to={paths.privacyRequests.to({})}>{text('corrections.back')}</BackLink>
}

const LABELS: Record<CorrectedField, PlainId> = {
  name: 'labels.name',
  email: 'labels.email',
  phone: 'labels.phone',
  address: 'labels.address',
  pan: 'labels.pan',
}

const errorsOf = schemaErrors(CorrectionForm)

type Values = Record<CorrectedField | 'reason', string>

const valuesOf = ({ name, email, phone, address }: CorrectableRecord): Values => ({
  name: name ?? '',
  email: email ?? '',
  phone: phone ?? '',
  address: address ?? '',
  pan: '',
  reason: '',
})

/** Only what was changed: what another admin corrects meanwhile in other fields stays. */
function changesIn({ pan, reason, ...fields }: Values, start: Values, removesPan: boolean) {
  const changed = Object.entries(fields).filter(([field, value]) => value !== start[field as CorrectedField])
  const newPan = removesPan ? null : pan.trim() || undefined
  return { ...Object.fromEntries(changed), ...(newPan !== undefined && { pan: newPan }), reason }
}

// The distances of the panel beside it.
const CLOSE = { '--field-gap': '16px', '--sides': '20px' } as CSSProperties

type FormProps = { record: CorrectableRecord; params: Params; onCorrected: () => void }

function Form({ record, params, onCorrected }: FormProps) {
  const text = useText()
  const queries = useQueryClient()
  // Only fields that differ from these values are sent.
  const [start, setStart] = useState(valuesOf(record))
  const [removesPan, setRemovesPan] = useState(false)
  const bodyOf = (values: Values, version: number) => ({ ...changesIn(values, start, removesPan), version })
  const drafted = useDraftedForm<Values>({
    initial: valuesOf(record),
    draft: useOwnDraft(`correction-${record.purpose}-${record.id}`),
    version: record.version,
    errorsOf: (values) => errorsOf(bodyOf(values, record.version)),
    checksOnBlur: false,
    neverKept: ['pan'],
  })
  const { form, isRestored, baseVersion, startFrom, clear, forgetDraft } = drafted
  const conflict = useConflict({
    ...drafted,
    valuesOf: (stored: CorrectableRecord) => valuesOf(stored),
    rebase(stored: Values, version: number) {
      setStart(stored)
      drafted.rebase(stored, version)
    },
  })

  const { formProps, isBusy, failure } = useSubmit(form, text('corrections.failed'), async (values) => {
    const { queryKey } = recordOf(params)
    const body = CorrectionForm.parse(bodyOf(values, Number(baseVersion())))
    const saved = await conflict.saveOrCompare(values, () => request(correctionCalls.correct, { params, body }))
    // The list beside the form then shows what the other admin has done.
    if (saved === null) return queries.invalidateQueries({ queryKey })
    const { reply } = saved
    queries.setQueryData(queryKey, reply)
    setStart(valuesOf(reply.data))
    startFrom(valuesOf(reply.data), reply.data.version)
    await forgetDraft()
    setRemovesPan(false)
    onCorrected()
    showSuccess(text('corrections.saved'))
  })

  async function cancel() {
    clear()
    setRemovesPan(false)
    await forgetDraft()
  }

  const off = { autoComplete: 'off' }
  return (
    <form
      {...formProps}
      className={`${card.card} ${formPage.fields}`}
      style={CLOSE}
      aria-label={text('corrections.form')}
    >
      <Title order={2} fz={20}>
        {text('corrections.form')}
      </Title>
      <Receipt receipt={record.receipt} />
      {conflict.shown && (
        <ChangedMeanwhile
          labels={{
            name: text('labels.name'),
            email: text('labels.email'),
            phone: text('labels.phone'),
            ...(record.address !== undefined && { address: text('labels.address') }),
          }}
          {...conflict.shown}
        />
      )}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      {record.is_withheld && <Notice kind="info">{text('corrections.withheld')}</Notice>}
      <TextInput label={text('labels.name')} {...off} {...form.getInputProps('name')} />
      <div className={formPage.pair}>
        <TextInput label={text('labels.email')} type="email" {...off} {...form.getInputProps('email')} />
        <TextInput label={text('labels.phone')} type="tel" {...off} {...form.getInputProps('phone')} />
      </div>
      {record.address !== undefined && (
        <Textarea label={text('labels.address')} rows={3} {...off} {...form.getInputProps('address')} />
      )}
      {record.pan !== undefined && (
        <TextInput
          label={text('corrections.pan')}
          description={
            record.pan === null ? text('corrections.panNone') : text('corrections.panNow', { pan: record.pan })
          }
          disabled={removesPan}
          autoCapitalize="characters"
          {...off}
          {...form.getInputProps('pan')}
        />
      )}
      {record.pan && (
        <Checkbox
          label={text('corrections.removePan')}
          checked={removesPan}
          onChange={({ currentTarget: { checked } }) => setRemovesPan(checked)}
        />
      )}
      <TextInput
        label={text('corrections.reason')}
        description={text('corrections.reasonHint')}
        maxLength={REASON_MAX}
        required
        {...off}
        {...form.getInputProps('reason')}
      />
      <FormBar
        save={text('corrections.save')}
        isBusy={isBusy}
        onCancel={cancel}
        failure={failure && <Notice kind="failed">{failure}</Notice>}
      />
    </form>
  )
}

/** Leads to the receipt, which a correction of the name issues anew. */
function Receipt({ receipt }: Pick<CorrectableRecord, 'receipt'>) {
  const text = useText()
  if (!receipt) return null
  const links = (
    <>
      <a href={receipt.path}>
        <Unbroken number={receipt.number} isLong />
      </a>
      {receipt.first_path && (
        <>
          {' · '}
          <a href={receipt.first_path}>{text('corrections.first')}</a>
        </>
      )}
    </>
  )
  // In one line, because on a phone a column for the number is too narrow.
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      <Text span inherit c="dimmed" me="md">
        {text('corrections.receipt')}
      </Text>
      {links}
    </Text>
  )
}

function History({ record: { corrections } }: { record: CorrectableRecord }) {
  const text = useText()
  return (
    <Panel title={text('corrections.list')}>
      {corrections.length === 0 ? (
        <Hint>{text('corrections.none')}</Hint>
      ) : (
        <Stack component="ul" gap={4} m={0} pl={20}>
          {corrections.map((correction) => (
            <CorrectionRow key={correction.id} correction={correction} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function CorrectionRow({ correction: { field, before, after, reason, by, at } }: { correction: Correction }) {
  const text = useText()
  const shown = (value: string | null) =>
    value === null ? text('corrections.hidden') : value || text('corrections.empty')
  return (
    <li>
      {text('corrections.change', { field: text(LABELS[field]), before: shown(before), after: shown(after) })}
      <br />
      <Text span inherit c="dimmed">
        {text('corrections.by', { by, at: formatLongInstant(at), reason })}
      </Text>
    </li>
  )
}
