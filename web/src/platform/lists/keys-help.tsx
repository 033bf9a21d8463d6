import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { Dialog, type DialogHandle } from '../ui/dialog/dialog.tsx'
import { areKeysOn, switchKeys } from './keys-switch.ts'
import classes from './list-table.module.css'

const KEYS = [
  ['j', 'lists.next'],
  ['k', 'lists.previous'],
  ['Enter', 'lists.open'],
  ['x', 'lists.choose'],
  ['?', 'lists.help'],
  ['/', 'adminSearch.open'],
] as const

/** Says which keys a list has, and switches them off and on. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const [isOn, setOn] = useState(areKeysOn)

  function choose(on: boolean) {
    switchKeys(on)
    setOn(on)
  }

  return (
    <Dialog ref={dialog} title={text('lists.keys')} onClose={onClose}>
      <dl className={classes.keys}>
        {KEYS.map(([key, id]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text(id)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label={text('lists.keysOn')} checked={isOn} onChange={(event) => choose(event.currentTarget.checked)} />
    </Dialog>
  )
}
