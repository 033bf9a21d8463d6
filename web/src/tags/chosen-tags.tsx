import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { PRINTED_TAGS_MAX } from '@petsetu/contract/tags.ts'
import { PrintSheet } from './print-sheet.tsx'
import classes from './tag-list.module.css'

type Props = {
  chosen: string[]
  onPage: string[]
  onChoose: (petIds: string[], isChosen: boolean) => void
}

/** The chosen tags of all pages, and the actions for them. */
export function ChosenTags({ chosen, onPage, onChoose }: Props) {
  const chosenHere = onPage.filter((petId) => chosen.includes(petId)).length
  const isOver = chosen.length > PRINTED_TAGS_MAX
  return (
    <div className={classes.bar}>
      <div className={classes.actions}>
        <Checkbox
          className={classes.choice ?? ''}
          label="Choose this page"
          checked={onPage.length > 0 && chosenHere === onPage.length}
          indeterminate={chosenHere > 0 && chosenHere < onPage.length}
          onChange={(event) => onChoose(onPage, event.currentTarget.checked)}
        />
        <p className={classes.count} role="status" data-over={isOver}>
          {isOver ? `${chosen.length} chosen: at most ${PRINTED_TAGS_MAX} at a time` : `${chosen.length} chosen`}
        </p>
        {chosen.length > 0 && (
          <Button variant="subtle" px={8} onClick={() => onChoose(chosen, false)}>
            Choose none
          </Button>
        )}
      </div>
      <PrintSheet petIds={chosen} isDisabled={chosen.length === 0 || isOver} />
    </div>
  )
}
