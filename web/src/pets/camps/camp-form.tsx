import { Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { CAMP_KIND_TEXTS, CAMP_KINDS, type CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { type Camp, CampForm as CampFormSchema, campAdminCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { defaultValidUntil } from '@petsetu/contract/pets/care-kinds.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../platform/ui/feedback/toast.ts'
import { DayInput } from '../../platform/ui/fields/day-input.tsx'
import { ChangedMeanwhile, useConflict } from '../../platform/ui/form/changed-meanwhile.tsx'
import { FormBar } from '../../platform/ui/form/form-bar.tsx'
import page from '../../platform/ui/form/form-page.module.css'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../platform/ui/form/use-submit.ts'
import card from '../../platform/ui/layout/card.module.css'
import { SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import classes from './camp-form.module.css'

const DETAILS = {
  product: 'camps.product',
  batch: 'camps.batch',
  valid_until: 'camps.validUntil',
  vet: 'camps.byWhom',
} as const
type Detail = keyof typeof DETAILS
const detailNames = Object.keys(DETAILS) as Detail[]
/** `kinds` and `helpers` are lists, separated by line breaks. */
type Values = Record<'name' | 'day' | 'ward' | 'place' | 'kinds' | 'helpers' | `${CampKind} ${Detail}`, string>

const listOf = (text: string) => text.split('\n').filter(Boolean)
const kindsIn = ({ kinds }: Values) => CAMP_KINDS.filter((kind) => listOf(kinds).includes(kind))

function valuesOf(camp: Camp | null): Values {
  const { name = '', day = '', ward = '', place = '', kinds = [], helpers = [] } = camp ?? {}
  const details = CAMP_KINDS.flatMap((kind) => {
    const stored = kinds.find((one) => one.kind === kind)
    return detailNames.map((detail) => [`${kind} ${detail}`, stored?.[detail] ?? ''])
  })
  const lists = { kinds: kinds.map(({ kind }) => kind).join('\n'), helpers: helpers.join('\n') }
  return { name, day, ward, place, ...lists, ...Object.fromEntries(details) }
}

function campOf(values: Values) {
  const { name, day, ward, place } = values
  const kinds = kindsIn(values).map((kind) => ({
    kind,
    product: values[`${kind} product`],
    batch: values[`${kind} batch`],
    valid_until: values[`${kind} valid_until`],
    vet: values[`${kind} vet`],
  }))
  return { name, day, ward, place, kinds, helpers: listOf(values.helpers) }
}

function labelsOf(text: Translate): Record<keyof Values, string> {
  const details = CAMP_KINDS.flatMap((kind) =>
    detailNames.map((detail) => [`${kind} ${detail}`, `${text(CAMP_KIND_TEXTS[kind])}: ${text(DETAILS[detail])}`]),
  )
  return {
    name: text('camps.campName'),
    day: text('camps.day'),
    ward: text('camps.ward'),
    place: text('camps.place'),
    kinds: text('camps.kinds'),
    helpers: text('camps.helpers'),
    ...Object.fromEntries(details),
  }
}

/** A value of the form as a person reads it. */
function described(field: string, value: string, text: Translate): string {
  if (field === 'kinds') {
    const names = CAMP_KINDS.filter((kind) => listOf(value).includes(kind)).map((kind) => text(CAMP_KIND_TEXTS[kind]))
    return names.join(', ')
  }
  return listOf(value).join(', ')
}

/** The last day of what is given at a camp of this day, as the record of an animal proposes it; empty where that is not known. */
const proposedEnd = (kind: CampKind, day: string) => (kind === 'tag' ? '' : defaultValidUntil({ kind, day }))

// A day and the name of a ward need no more.
const WORD_WIDTH = 240

const schemaErrorsOf = schemaErrors(CampFormSchema)

/** A detail that is wrong in the list of kinds is typed in a field of its kind. */
function errorsOf(values: Values) {
  const kinds = kindsIn(values)
  const fieldOf = (path: string) => {
    const [, index, detail] = /^kinds\.(\d+)\.(\w+)$/.exec(path) ?? []
    return detail === undefined ? path : `${kinds[Number(index)]} ${detail}`
  }
  const errors = Object.entries(schemaErrorsOf(campOf(values)))
  return Object.fromEntries(errors.map(([path, message]) => [fieldOf(path), message]))
}

/** Makes a camp, or changes this one. */
export function CampForm({ camp, onDone }: { camp: Camp | null; onDone: (saved: Camp | null) => void }) {
  const text = useText()
  const draft = useOwnDraft(`camp-${camp?.id ?? 'new'}`)
  const drafted = useDraftedForm({
    initial: valuesOf(camp),
    draft,
    version: camp?.version ?? null,
    errorsOf,
  })
  const { form, isRestored, forgetDraft } = drafted
  const conflict = useConflict({ ...drafted, valuesOf: (stored: Camp) => valuesOf(stored) })
  const save = useSaveCamp(camp)
  const { formProps, isBusy, failure } = useSubmit(form, text('camps.saveFailed'), async (values: Values) => {
    const saved = await conflict.saveOrCompare(values, (version) => save({ values, version }))
    if (saved === null) return
    showSuccess(text('camps.saved'))
    await forgetDraft()
    onDone(saved.reply)
  })

  async function cancel() {
    await forgetDraft()
    onDone(null)
  }

  /** The last days that the form has proposed go with the day of the camp; one that was typed stays. */
  function changeDay(day: string) {
    const before = form.getValues()
    const proposed = kindsIn(before).filter((kind) => before[`${kind} valid_until`] === proposedEnd(kind, before.day))
    const moved = proposed.map((kind) => [`${kind} valid_until`, proposedEnd(kind, day)])
    form.setValues({ day, ...Object.fromEntries(moved) })
  }

  const values = form.getValues()
  return (
    <form
      {...formProps}
      className={`${page.form} ${classes.form}`}
      aria-label={text(camp ? 'camps.change' : 'camps.add')}
    >
      <div className={`${card.card} ${page.fields}`}>
        {camp && <SectionHeading>{text('camps.change')}</SectionHeading>}
        {failure && <Notice kind="failed">{failure}</Notice>}
        {conflict.shown && (
          <ChangedMeanwhile
            labels={labelsOf(text)}
            describe={(field, value) => described(field, value, text)}
            {...conflict.shown}
          />
        )}
        {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
        <div className={classes.part}>
          <TextInput label={text('camps.campName')} required maxLength={100} {...form.getInputProps('name')} />
          <DayInput
            label={text('camps.day')}
            required
            maw={WORD_WIDTH}
            {...form.getInputProps('day')}
            onChange={({ currentTarget }) => changeDay(currentTarget.value)}
          />
          <TextInput
            label={text('camps.ward')}
            required
            maw={WORD_WIDTH}
            maxLength={80}
            {...form.getInputProps('ward')}
          />
          <TextInput
            label={text('camps.place')}
            description={text('camps.placeHint')}
            required
            maxLength={120}
            {...form.getInputProps('place')}
          />
        </div>
        <div className={classes.part}>
          <Stack component="fieldset" className={classes.group ?? ''}>
            <legend>{text('camps.kinds')}</legend>
            {form.errors.kinds && <Notice kind="failed">{text('camps.kindNeeded')}</Notice>}
            <Kinds form={form} chosen={kindsIn(values)} />
          </Stack>
          <Helpers
            chosen={listOf(values.helpers)}
            onChange={(names) => form.setFieldValue('helpers', names.join('\n'))}
          />
          {form.errors.helpers && <Notice kind="failed">{form.errors.helpers}</Notice>}
        </div>
        <FormBar save={text('camps.save')} isBusy={isBusy} onCancel={cancel} />
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useDraftedForm<Values>>['form']

/** The kinds of work, and what was given for each that is chosen. */
function Kinds({ form, chosen }: { form: Form; chosen: CampKind[] }) {
  const text = useText()
  function choose(kind: CampKind, isOn: boolean) {
    const { kinds, day, [`${kind} valid_until` as const]: until } = form.getValues()
    const others = listOf(kinds).filter((one) => one !== kind)
    form.setValues({
      kinds: [...others, ...(isOn ? [kind] : [])].join('\n'),
      ...(isOn && !until && { [`${kind} valid_until`]: proposedEnd(kind, day) }),
    })
  }
  return (
    <>
      <Group gap="16px 24px">
        {CAMP_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={text(CAMP_KIND_TEXTS[kind])}
            checked={chosen.includes(kind)}
            onChange={(event) => choose(kind, event.currentTarget.checked)}
          />
        ))}
      </Group>
      {chosen
        .filter((kind) => kind !== 'tag')
        .map((kind) => (
          <KindDetails key={kind} kind={kind} form={form} />
        ))}
    </>
  )
}

function KindDetails({ kind, form }: { kind: CampKind; form: Form }) {
  const text = useText()
  const heading = useId()
  return (
    <Stack role="group" gap="xs" aria-labelledby={heading}>
      <Text id={heading} fw={600}>
        {text(CAMP_KIND_TEXTS[kind])}
      </Text>
      <SimpleGrid minColWidth="min(100%, 180px)" autoFlow="auto-fit">
        <TextInput label={text(DETAILS.product)} maxLength={200} {...form.getInputProps(`${kind} product`)} />
        <TextInput label={text(DETAILS.batch)} maxLength={60} {...form.getInputProps(`${kind} batch`)} />
        <DayInput label={text(DETAILS.valid_until)} {...form.getInputProps(`${kind} valid_until`)} />
        <TextInput label={text(DETAILS.vet)} maxLength={100} {...form.getInputProps(`${kind} vet`)} />
      </SimpleGrid>
    </Stack>
  )
}

function Helpers({ chosen, onChange }: { chosen: string[]; onChange: (names: string[]) => void }) {
  const text = useText()
  const { data } = useQuery(callQuery(communityCalls.listCarers, {}))
  // A helper who is a carer no longer stays in the list, so that the form can leave the name out.
  const names = [...new Set([...(data?.data ?? []).map(({ username }) => username), ...chosen])]
  return (
    <Stack component="fieldset" className={classes.group ?? ''}>
      <legend>{text('camps.helpers')}</legend>
      <Text c="dimmed">{text('camps.helpersHint')}</Text>
      {data && names.length === 0 && <Text c="dimmed">{text('camps.noCarers')}</Text>}
      <Group gap="16px 24px">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
        ))}
      </Group>
    </Stack>
  )
}

/** `version` is the one that the values are based on. */
type Saving = { values: Values; version: number | undefined }

function useSaveCamp(camp: Camp | null): (saving: Saving) => Promise<{ reply: Camp }> {
  const { save: create } = useSave({
    call: campAdminCalls.create,
    send: ({ values }: Saving, options) => request(campAdminCalls.create, { body: campOf(values) }, options),
    invalidates: [campAdminCalls.listAll],
  })
  const { save: update } = useSave({
    call: campAdminCalls.update,
    send: ({ values, version }: Saving) =>
      request(campAdminCalls.update, {
        params: { id: String(camp?.id) },
        body: { ...campOf(values), version },
      }),
    invalidates: [campAdminCalls.listAll, campAdminCalls.read],
  })
  return camp ? update : create
}
