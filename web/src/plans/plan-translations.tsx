import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import styles from './plan-form.module.css'
import { type PlanValues, planLabels, TRANSLATED, TRANSLATIONS } from './plan-values.ts'

/** The words of a plan in the other languages, folded away until somebody opens them, or one is there. */
export function PlanTranslations({ form }: { form: UseFormReturnType<PlanValues> }) {
  const text = useText()
  const labels = planLabels(text)
  const [isOpen, setOpen] = useState(false)
  const isUsed = TRANSLATIONS.some((language) => TRANSLATED.some((word) => form.values[`${word}_${language}`] !== ''))
  const isShown = isOpen || isUsed
  return (
    <details className={styles.fold} open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>{text('plans.translations')}</summary>
      {isShown && (
        <div className={styles.folded}>
          <p className={styles.hint}>{text('plans.translationsHint')}</p>
          {TRANSLATIONS.map((language) => (
            <div key={language} className={styles.language}>
              <TextInput
                label={labels[`name_${language}`]}
                lang={language}
                {...form.getInputProps(`name_${language}`)}
              />
              <Textarea
                label={labels[`description_${language}`]}
                rows={3}
                lang={language}
                {...form.getInputProps(`description_${language}`)}
              />
              <Textarea
                label={labels[`features_${language}`]}
                rows={5}
                lang={language}
                {...form.getInputProps(`features_${language}`)}
              />
            </div>
          ))}
        </div>
      )}
    </details>
  )
}
