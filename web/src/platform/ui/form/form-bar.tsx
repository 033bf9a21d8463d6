import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'
import classes from './form-page.module.css'
import { keepFocus } from './keep-focus.ts'

type Props = {
  /** The words of the button that saves, and of the same button while it does. */
  save: string
  saving?: string
  isBusy: boolean
  onCancel: () => unknown
  /** False for a stored record of which nothing is changed: on a phone, the window then belongs to its form. */
  stays?: boolean
  /** For something new, which is the only task of its page: on a phone, the bar takes the place of the menu at the bottom edge. */
  replacesMenu?: boolean
  /** Stands above the buttons, because the end of the form may be out of view. */
  failure?: ReactNode
}

/** Cancel and Save, the end of a form that stays in sight. */
export function FormBar({ save, saving, isBusy, onCancel, stays = true, replacesMenu = false, failure }: Props) {
  const text = useText()
  return (
    <div className={classes.end} data-sticky={stays} data-replaces-menu={replacesMenu || undefined}>
      {failure}
      <div className={classes.buttons}>
        <Button variant="default" disabled={isBusy} onMouseDown={keepFocus} onClick={onCancel}>
          {text('controls.cancel')}
        </Button>
        <Button type="submit" disabled={Boolean(saving) && isBusy} loading={!saving && isBusy} onMouseDown={keepFocus}>
          {isBusy && saving ? saving : save}
        </Button>
      </div>
    </div>
  )
}
