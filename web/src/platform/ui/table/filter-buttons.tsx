import { Button } from '@mantine/core'
import classes from './filter-buttons.module.css'

type Props<Choice extends string> = {
  legend: string
  choices: { value: Choice; label: string }[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

/** One button for each part of a list that can be shown. The chosen one is pressed. */
export function FilterButtons<Choice extends string>({ legend, choices, chosen, onChoose }: Props<Choice>) {
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
    </fieldset>
  )
}
