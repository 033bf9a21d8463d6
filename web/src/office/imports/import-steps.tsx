import type { PlainId } from '@petsetu/languages/translator.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import classes from './import-steps.module.css'

const STEPS = ['imports.stepFile', 'imports.stepColumns', 'imports.stepImport'] as const satisfies PlainId[]

/** The three steps of an import, with a mark at the present one, counted from 0. */
export function ImportSteps({ at }: { at: number }) {
  const text = useText()
  return (
    <ol className={classes.steps}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined}>
          {text(step)}
        </li>
      ))}
    </ol>
  )
}
