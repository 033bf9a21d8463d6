import { Checkbox, CloseButton } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import dialogClasses from '../ui/feedback/confirm.module.css'
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
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [isOn, setOn] = useState(areKeysOn)
  useEffect(() => dialog.current?.showModal(), [])

  function choose(on: boolean) {
    switchKeys(on)
    setOn(on)
  }

  return (
    <dialog className={dialogClasses.dialog} ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={dialogClasses.head}>
        <h2 id={titleId}>{text('lists.keys')}</h2>
        <CloseButton aria-label={text('frame.close')} onClick={() => dialog.current?.close()} />
      </div>
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
    </dialog>
  )
}
