import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import card from '../layout/card.module.css'
import classes from './count-cards.module.css'

type Count = {
  label: string
  value: string | undefined
  icon: ComponentType<IconProps>
  /** Says of what the value is, such as its days. */
  hint?: string
  /** The path of the list of the counted things. */
  to?: string
}

type Props = {
  counts: Count[]
  isBusy?: boolean
  /** In one line each, above a long table. */
  isCompact?: boolean
}

/** The figures at the top of an admin page. `isBusy` while new ones are loading. */
export function CountCards({ counts, isBusy = false, isCompact }: Props) {
  return (
    <dl
      className={classes.counts}
      aria-busy={isBusy}
      data-compact={isCompact}
      data-links={counts.every(({ to }) => to !== undefined)}
    >
      {counts.map(({ label, value, icon: Icon, hint, to }) => (
        <div key={label} className={`${card.card} ${classes.count}`}>
          <Icon className={classes.icon} size={24} stroke={1.5} aria-hidden />
          <dt>
            {to === undefined ? (
              label
            ) : (
              <Link className={classes.link} to={to}>
                {label}
              </Link>
            )}
          </dt>
          <dd>
            {value ?? '–'} {hint && <span className={classes.hint}>{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
