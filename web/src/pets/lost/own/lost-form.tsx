import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { LostForm as LostFormSchema, lostCalls } from '@petsetu/contract/pets/lost.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { type ReactNode, useState } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { typedRupees } from '../../../platform/lib/amounts.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { serverToday } from '../../../platform/lib/requests/server-clock.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { failWithToast, showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { DayInput } from '../../../platform/ui/fields/day-input.tsx'
import page from '../../../platform/ui/form/form-page.module.css'
import { keepFocus } from '../../../platform/ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../../platform/ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../../platform/ui/form/restored-notice.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import { withNotice } from '../../../shared/privacy/with-notice.ts'

export type OwnPet = Reply<typeof petCalls.read>

/** Calls whose replies say whether the pet is lost. */
export const STALE_WITH_LOST = [petCalls.read, petCalls.listOwn]
export const paramsOf = ({ petId }: OwnPet) => ({ params: { id: petId } })

const problemsOf = schemaErrors(LostFormSchema)
const errorsOf = (values: LostValues) => problemsOf(lostFormOf(values))

/** Edits the public notice about the lost pet. Once it is published, sharing the page matters more, and the form is folded away. */
export function LostForm({ pet }: { pet: OwnPet }) {
  const text = useText()
  const { form, isRestored, startFrom, clear, forgetDraft } = useDraftedForm<LostValues>({
    initial: lostValuesOf(pet),
    draft: useOwnDraft(`lost-${pet.petId}`),
    errorsOf,
    followsRecord: Boolean(pet.lost),
  })
  const { save } = useMarkLost(forgetDraft)
  const { formProps, isBusy, failure } = useSubmit(form, text('lostPet.saveFailed'), async (values) => {
    startFrom(lostValuesOf(await save({ pet, form: lostFormOf(values) }).catch(failWithToast('changed_meanwhile'))))
    showSuccess(text('lostPet.saved', { name: pet.petName }))
  })
  const isMoreUsed = MORE_FIELDS.some((field) => form.values[field] !== '' || form.errors[field])
  const fields = (
    <form {...formProps}>
      <Stack>
        {isRestored && <RestoredNotice onClear={clear} />}
        <LostFields form={form} />
        {pet.lost ? (
          <MoreFields form={form} />
        ) : (
          <Folded title={text('lostPet.more')} isUsed={isMoreUsed}>
            <MoreFields form={form} />
          </Folded>
        )}
        {failure && <Notice kind="failed">{failure}</Notice>}
        {/* Before the notice, so that it is on the first screen of a phone: every minute counts. */}
        <div className={page.buttons}>
          <Button
            type="submit"
            variant={pet.lost ? 'default' : 'filled'}
            color="heart"
            loading={isBusy}
            onMouseDown={keepFocus}
          >
            {text(pet.lost ? 'lostPet.saveChanges' : 'lostPet.mark')}
          </Button>
        </div>
        <PrivacyNotice id="petNotice.lost" />
      </Stack>
    </form>
  )
  if (!pet.lost) return fields
  return (
    <Folded title={text('lostPet.change')} isUsed={isRestored}>
      {fields}
    </Folded>
  )
}

type FieldsProps = { form: ReturnType<typeof useDraftedForm<LostValues>>['form'] }

function LostFields({ form }: FieldsProps) {
  const text = useText()
  return (
    <>
      <DayInput label={text('labels.lostSince')} required max={lastBegunDay()} {...form.getInputProps('since')} />
      <TextInput
        label={text('labels.lostArea')}
        required
        description={text('lostPet.areaHint')}
        placeholder={text('lostPet.areaExample')}
        {...form.getInputProps('area')}
      />
    </>
  )
}

const MORE_FIELDS = ['note', 'reward', 'listed'] as const

/** Asks for what can be told later, too. */
function MoreFields({ form }: FieldsProps) {
  const text = useText()
  return (
    <>
      <Textarea
        label={text('lostPet.note')}
        description={text('lostPet.noteHint')}
        rows={3}
        {...form.getInputProps('note')}
      />
      <TextInput
        label={text('lostPet.reward')}
        description={text('lostPet.rewardHint')}
        inputMode="numeric"
        {...form.getInputProps('reward')}
      />
      <Checkbox
        label={text('lostPet.listed')}
        description={text('lostPet.listedHint')}
        checked={form.getValues().listed === 'yes'}
        onChange={(event) => form.setFieldValue('listed', event.currentTarget.checked ? 'yes' : '')}
      />
    </>
  )
}

type FoldedProps = { title: string; isUsed: boolean; children: ReactNode }

/** Folds fields away until somebody opens them, or something or an error is in them. */
function Folded({ title, isUsed, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen || isUsed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={fold.unfolds}>{title}</summary>
      <Stack pt="xs">{children}</Stack>
    </details>
  )
}

/**
 * Marks a pet as lost, or changes what is said about it. Rejects with a `CallError`. The draft is forgotten before the page shows the pet
 * as it was saved, with a form that would restore it.
 */
function useMarkLost(forgetDraft: () => Promise<void>) {
  return useSave({
    call: lostCalls.mark,
    send: async ({ pet, form }: { pet: OwnPet; form: LostFormSchema }) => {
      const body = pet.lost ? { ...form, changes: true } : form
      const { reply } = await request(lostCalls.mark, { ...paramsOf(pet), body }, withNotice)
      await forgetDraft()
      return reply
    },
    invalidates: STALE_WITH_LOST,
  })
}

/** The texts in the fields of the form; `listed` is `yes` or empty. */
type LostValues = { since: string; area: string; note: string; reward: string; listed: string }

/** An area that finders do not see is not suggested. */
function lostValuesOf({ lost, location = '', shown }: OwnPet): LostValues {
  if (!lost) return { since: serverToday(), area: shown?.area ? location : '', note: '', reward: '', listed: '' }
  const { since, area, note, reward, listed } = lost
  return { since, area, note: note ?? '', reward: String(reward ?? ''), listed: listed ? 'yes' : '' }
}

/** A reward that is no amount becomes NaN, which the schema rejects. */
function lostFormOf({ since, area, note, reward, listed }: LostValues): LostFormSchema {
  return { since, area, note, reward: reward.trim() === '' ? null : typedRupees(reward), listed: listed === 'yes' }
}
