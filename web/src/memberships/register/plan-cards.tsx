import { Button } from '@mantine/core'
import { featureList, type Plan } from '@petsetu/contract/plans.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { IconCheck } from '@tabler/icons-react'
import { RichText, useText } from '../../languages/use-text.tsx'
import { priceOf } from '../../lib/amounts.ts'
import card from '../../ui/layout/card.module.css'
import { screenReaderOnly } from '../../ui/layout/screen-reader-only.tsx'
import { FeatureList } from '../feature-list.tsx'
import classes from './plan-cards.module.css'

type Props = { plans: Plan[]; chosen: Plan | undefined; onChoose: (plan: Plan) => void }

export function PlanCards({ plans, chosen, onChoose }: Props) {
  const text = useText()
  return (
    <ul className={`${card.grid} ${classes.plans}`}>
      {plans.map((plan) => (
        <li key={plan.id} className={`${card.card} ${classes.plan}`} data-chosen={plan === chosen}>
          <h3 className={classes.name}>{plan.name}</h3>
          <p className={classes.price}>
            <RichText
              id="registration.priceFor"
              fill={{ price: () => <strong>{priceOf(plan.price, text)}</strong>, ...counted(plan.duration_months) }}
            />
          </p>
          <p className={classes.description}>{plan.description}</p>
          <FeatureList features={featureList(plan.features)} />
          <Button
            className={classes.choose ?? ''}
            variant={plan === chosen ? 'light' : 'outline'}
            leftSection={plan === chosen && <IconCheck size={18} aria-hidden />}
            onClick={() => onChoose(plan)}
          >
            <RichText
              id={plan === chosen ? 'registration.chosen' : 'registration.choose'}
              fill={{ plan: () => screenReaderOnly(plan.name) }}
            />
          </Button>
        </li>
      ))}
    </ul>
  )
}
