import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import card from './card.module.css'
import classes from './count-cards.module.css'

type Count = {
  label: string
  /** As it is to be shown; undefined while it is not known. */
  value: string | undefined
  icon: ComponentType<IconProps>
}

/** The numbers that a desk page begins with, in one row where there is room. */
export function CountCards({ counts }: { counts: Count[] }) {
  return (
    <dl className={classes.counts}>
      {counts.map(({ label, value, icon: Icon }) => (
        <div key={label} className={`${card.card} ${classes.count}`}>
          <Icon className={classes.icon} size={24} stroke={1.5} aria-hidden />
          <dt>{label}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
