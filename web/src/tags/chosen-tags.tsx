import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { PRINTED_TAGS_MAX } from '@petsetu/contract/tags.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { useText } from '../languages/use-text.tsx'
import { PrintSheet } from './print-sheet.tsx'
import classes from './tag-list.module.css'

type Props = {
  chosen: string[]
  onPage: string[]
  onChoose: (petIds: string[], isChosen: boolean) => void
}

/** The chosen tags of all pages, and the actions for them. */
export function ChosenTags({ chosen, onPage, onChoose }: Props) {
  const text = useText()
  const chosenHere = onPage.filter((petId) => chosen.includes(petId)).length
  const isOver = chosen.length > PRINTED_TAGS_MAX
  const count = formatCount(chosen.length)
  return (
    <div className={`${classes.bar} ${classes.chosen}`}>
      <div className={classes.actions}>
        <Checkbox
          className={classes.choice ?? ''}
          label={text('tags.choosePage')}
          checked={onPage.length > 0 && chosenHere === onPage.length}
          indeterminate={chosenHere > 0 && chosenHere < onPage.length}
          onChange={(event) => onChoose(onPage, event.currentTarget.checked)}
        />
        <p className={classes.count} role="status" data-over={isOver}>
          {isOver
            ? text('tags.chosenTooMany', { count, max: formatCount(PRINTED_TAGS_MAX) })
            : text('tags.chosen', { count })}
        </p>
        {chosen.length > 0 && (
          <Button variant="subtle" px={8} onClick={() => onChoose(chosen, false)}>
            {text('tags.chooseNone')}
          </Button>
        )}
      </div>
      <PrintSheet petIds={chosen} isDisabled={chosen.length === 0 || isOver} />
    </div>
  )
}
