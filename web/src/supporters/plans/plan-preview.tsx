import { featureList } from '@petsetu/contract/supporters/membership-facts.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '../../platform/languages/use-text.tsx'
import { priceOf } from '../../platform/lib/amounts.ts'
import card from '../../platform/ui/layout/card.module.css'
import classes from './plan-form-page.module.css'
import { type PlanValues, planOf } from './plan-values.ts'

/** Shows the plan as a visitor finds it on the registration page, with the values that the form has now. */
export function PlanPreview({ values }: { values: PlanValues }) {
  const text = useText()
  // The price and the months of a new form are not chosen yet.
  const isBlank = [values.name, values.description, values.features].every((word) => word.trim() === '')
  return (
    <aside className={`${card.card} ${classes.preview}`} aria-labelledby="preview">
      <h2 className={classes.heading} id="preview">
        {text('plans.preview')}
      </h2>
      {isBlank ? <p className={classes.blank}>{text('plans.previewBlank')}</p> : <Shown values={values} />}
    </aside>
  )
}

function Shown({ values }: { values: PlanValues }) {
  const text = useText()
  const { price, duration_months } = planOf(values)
  return (
    <div className={classes.plan}>
      <p className={classes.name} data-empty={values.name.trim() === ''}>
        {values.name.trim() || text('plans.name')}
      </p>
      <p className={classes.price}>
        <strong>{price >= 0 ? priceOf(price, text) : '–'}</strong>
        {duration_months > 0 && text('units.months', pluralValues(duration_months))}
      </p>
      {values.description.trim() !== '' && <p className={classes.description}>{values.description}</p>}
      <ul className={classes.features}>
        {[...new Set(featureList(values.features))].map((feature) => (
          <li key={feature}>
            <IconCheck size={20} stroke={2.25} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
    </div>
  )
}
