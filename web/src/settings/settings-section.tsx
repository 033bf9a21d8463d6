import { Button, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { SavedSettings } from '@petsetu/contract/foundation.ts'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import type { Texts } from '../lib/draft-changes.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ChangedMeanwhile } from '../ui/form/changed-meanwhile.tsx'
import { keepFocus } from '../ui/form/keep-focus.ts'
import { RestoredNotice } from '../ui/form/restored-notice.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import type { FieldView, Section } from './sections.ts'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** One part of the settings, which is saved by itself. */
export function SettingsSection({ section, saved }: { section: Section; saved: SavedSettings }) {
  const text = useText()
  const [isDone, setDone] = useState(false)
  const { form, save, isRestored, clear, conflict } = useSettingsForm(section, saved)
  const fields = section.fieldsOf(text, saved.settings)
  const { formProps, isBusy, failure } = useSubmit(form, text('settings.saveFailed'), async (values) => {
    setDone(false)
    setDone(await save(values))
  })
  return (
    <SettingsCard id={section.id} title={text(section.title)} hint={section.hintOf?.(text)}>
      <form {...formProps} className={classes.form}>
        {isRestored && <RestoredNotice onClear={clear} />}
        {conflict && (
          <ChangedMeanwhile {...conflict} labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))} />
        )}
        <div className={classes.fields}>
          {fields.map((field) => (
            <Field key={field.name} field={field} form={form} />
          ))}
        </div>
        {failure && <Notice kind="failed">{failure}</Notice>}
        {isDone && !form.isDirty() && <Notice kind="done">{text('settings.saved')}</Notice>}
        <div>
          <Button type="submit" loading={isBusy} onMouseDown={keepFocus}>
            {text('settings.save')}
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}

type FieldProps = { field: FieldView; form: UseFormReturnType<Texts> }

function Field({ field: { name, label, hint, type, isRequired, isWide, isLong }, form }: FieldProps) {
  const common = {
    className: isWide || isLong || hint ? (classes.wide ?? '') : '',
    label,
    description: hint,
    required: isRequired ?? false,
    ...form.getInputProps(name),
  }
  if (isLong) return <Textarea {...common} rows={2} />
  return <TextInput {...common} {...(type && { type })} {...(type === 'number' && { inputMode: 'numeric', min: 0 })} />
}
