import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { SHOWN_CHOICES, type ShownChoice } from '@petsetu/contract/shown.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useText } from '../../languages/use-text.tsx'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import { CHOICE_LABELS, shownOfText, withChoice } from './pet-form-values.ts'
import classes from './shown-choices.module.css'

const HINTS: Partial<Record<ShownChoice, PlainId>> = {
  contact: 'petForm.showsContactHint',
  address: 'petForm.showsAddressHint',
}

/** For the link of My Pets, whose address has this hash. */
const scrollIfLinked = (node: HTMLElement | null) => {
  if (location.hash === '#shown') node?.closest('fieldset')?.scrollIntoView()
}

type Props = { value: string; onChange: (value: string) => void }

/** Asks what a finder sees, one choice a line. */
export function ShownChoices({ value, onChange }: Props) {
  const text = useText()
  const shown = shownOfText(value)
  return (
    <FieldGroup heading={text('petForm.shown')} intro={text('petForm.shownIntro')}>
      <div className={classes.choices} ref={scrollIfLinked}>
        {SHOWN_CHOICES.map((choice) => {
          const hint = HINTS[choice]
          return (
            <Checkbox
              key={choice}
              label={text(CHOICE_LABELS[choice])}
              description={hint && text(hint)}
              checked={shown[choice]}
              onChange={({ currentTarget }) => onChange(withChoice(value, choice, currentTarget.checked))}
            />
          )
        })}
      </div>
    </FieldGroup>
  )
}
