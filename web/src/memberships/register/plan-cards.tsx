import { Button } from '@mantine/core'
import { featureList, type Plan } from '@petsetu/contract/plans.ts'
import { counted, formatRupees } from '@petsetu/languages/formats.ts'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import card from '../../ui/layout/card.module.css'
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
            <strong>{formatRupees(plan.price)}</strong> for {text('units.months', counted(plan.duration_months))}
          </p>
          <p className={classes.description}>{plan.description}</p>
          <FeatureList features={featureList(plan.features)} />
          <Button
            className={classes.choose ?? ''}
            variant={plan === chosen ? 'light' : 'outline'}
            leftSection={plan === chosen && <IconCheck size={18} aria-hidden />}
            onClick={() => onChoose(plan)}
          >
            {plan === chosen ? 'Chosen' : 'Choose'}
            <span className="visually-hidden">&nbsp;{plan.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
