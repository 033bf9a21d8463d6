import { Button } from '@mantine/core'
import { IconDots, type IconProps } from '@tabler/icons-react'
import { type ComponentType, type ToggleEvent, useId, useRef } from 'react'
import { useText } from '../languages/use-text.tsx'
import classes from './list-table.module.css'

export type RowAction = {
  label: string
  /** Names the action and its object, for screen readers. */
  name: string
  icon: ComponentType<IconProps>
  isBusy?: boolean
  /** Stands last, apart from the others. */
  isDangerous?: boolean
  onChoose: () => void
}

const GAP = 4

/** The actions for a row behind one button; dangerous ones come last. `of` says whose they are. */
export function RowMenu({ of, actions }: { of: string; actions: RowAction[] }) {
  const text = useText()
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const sorted = [...actions].sort(
    (one, other) => Number(one.isDangerous ?? false) - Number(other.isDangerous ?? false),
  )

  function place({ newState }: ToggleEvent) {
    if (newState === 'open' && trigger.current && menu.current) placeBeside(trigger.current, menu.current)
  }

  function choose({ onChoose }: RowAction) {
    // Browsers without popovers show the menu all the time.
    menu.current?.hidePopover?.()
    onChoose()
  }

  return (
    <>
      <Button
        ref={trigger}
        className={classes.trigger ?? ''}
        variant="subtle"
        aria-label={text('lists.actionsOf', { of })}
        popoverTarget={id}
        loading={actions.some(({ isBusy }) => isBusy)}
      >
        <IconDots size={20} aria-hidden />
      </Button>
      <div ref={menu} id={id} popover="auto" className={classes.menu} onToggle={place}>
        {sorted.map((action) => (
          <Button
            key={action.name}
            className={classes.item ?? ''}
            variant="subtle"
            justify="start"
            {...(action.isDangerous && { color: 'heart', 'data-dangerous': true })}
            px={8}
            aria-label={action.name}
            leftSection={<action.icon size={18} aria-hidden />}
            onClick={() => choose(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Below the button, or above it where there is no room; never off the screen. */
function placeBeside(trigger: HTMLElement, menu: HTMLElement): void {
  const { top, bottom, right } = trigger.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const hasRoom = bottom + GAP + offsetHeight <= window.innerHeight
  menu.style.top = `${Math.max(GAP, hasRoom ? bottom + GAP : top - GAP - offsetHeight)}px`
  menu.style.left = `${Math.max(GAP, right - offsetWidth)}px`
}
