import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './filter-buttons.module.css'

type Props<Choice extends string> = {
  legend: string
  choices: { value: Choice; label: string }[]
  chosen: Choice
  onChoose: (choice: Choice) => void
  /** Stands beside the buttons. */
  children?: ReactNode
}

/** One button for each part of a list that can be shown. The chosen one is pressed. */
export function FilterButtons<Choice extends string>(props: Props<Choice>) {
  const { legend, choices, chosen, onChoose, children } = props
  return (
    <fieldset className={classes.filter}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ value, label }) => (
        <Button
          key={value}
          className={classes.choice ?? ''}
          variant="default"
          px={16}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {label}
        </Button>
      ))}
      {children}
    </fieldset>
  )
}
