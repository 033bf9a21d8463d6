import type { ReactNode } from 'react'
import classes from './field-group.module.css'

type Props = { heading: string; intro?: string; children: ReactNode }

export function FieldGroup({ heading, intro, children }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>
        <h2 className={classes.heading}>{heading}</h2>
      </legend>
      {intro && <p className={classes.intro}>{intro}</p>}
      {children}
    </fieldset>
  )
}
