import { Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import fold from '../layout/unfolds.module.css'
import classes from './field-group.module.css'

type Props = {
  heading: string
  /** The present values, to read while the fields are folded away. */
  now: string
  intro: string
  /** True if the fields are to be seen at first. */
  isUsed: boolean
  children: ReactNode
}

/** Fields that are rarely filled in, folded away until somebody opens them or one of them has an error. */
export function FoldedGroup({ heading, now, intro, isUsed, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={classes.folded}
      open={isOpen || isUsed}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={fold.unfolds}>
        <h2 id={id} className={classes.heading}>
          {heading}
        </h2>
        <Text c="dimmed">{now}</Text>
      </summary>
      <fieldset aria-labelledby={id} className={classes.group}>
        <Text c="dimmed">{intro}</Text>
        {children}
      </fieldset>
    </details>
  )
}
