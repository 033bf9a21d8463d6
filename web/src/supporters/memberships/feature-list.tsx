import { IconCheck } from '@tabler/icons-react'
import classes from './feature-list.module.css'

export function FeatureList({ features }: { features: string[] }) {
  return (
    <ul className={classes.features}>
      {[...new Set(features)].map((feature) => (
        <li key={feature}>
          <IconCheck size={20} stroke={2.25} aria-hidden />
          {feature}
        </li>
      ))}
    </ul>
  )
}
