import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import card from '../layout/card.module.css'
import classes from './count-cards.module.css'

type Count = {
  label: string
  value: string | undefined
  icon: ComponentType<IconProps>
}

/** The figures at the top of an admin page. `isBusy` while new ones are loading. */
export function CountCards({ counts, isBusy = false }: { counts: Count[]; isBusy?: boolean }) {
  return (
    <dl className={classes.counts} aria-busy={isBusy}>
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
