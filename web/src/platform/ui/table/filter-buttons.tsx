import { Button } from '@mantine/core'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from './filter-buttons.module.css'

type Props<Choice extends string> = {
  legend: string
  /** A choice with an icon shows it alone, with the label as its name. */
  choices: { value: Choice; label: string; icon?: ComponentType<IconProps> }[]
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
      {choices.map(({ value, label, icon: Icon }) => (
        <Button
          key={value}
          className={classes.choice ?? ''}
          variant="default"
          px={Icon ? 12 : 16}
          {...(Icon && { 'aria-label': label, title: label })}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {Icon ? <Icon size={20} aria-hidden /> : label}
        </Button>
      ))}
      {children}
    </fieldset>
  )
}
