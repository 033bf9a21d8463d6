import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { IconDots, type IconProps } from '@tabler/icons-react'
import { type ComponentType, useRef } from 'react'
import { useText } from '../languages/use-text.tsx'

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

/** The actions for a row behind one button; dangerous ones come last. `of` says whose they are. */
export function RowMenu({ of, actions }: { of: string; actions: RowAction[] }) {
  const text = useText()
  const trigger = useRef<HTMLButtonElement>(null)
  const harmless = actions.filter(({ isDangerous }) => !isDangerous)
  const dangerous = actions.filter(({ isDangerous }) => isDangerous)

  const item = (action: RowAction) => (
    <Menu.Item
      key={action.name}
      mih={44}
      {...(action.isDangerous && { color: 'heart' })}
      aria-label={action.name}
      leftSection={<action.icon size={18} aria-hidden />}
      onClick={() => {
        // A dialog gives the focus back to whatever had it before, and the menu is gone by then.
        trigger.current?.focus()
        action.onChoose()
      }}
    >
      {action.label}
    </Menu.Item>
  )

  return (
    <Menu withinPortal={false} position="bottom-end" shadow="md" width="max-content" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          ref={trigger}
          variant="subtle"
          w={44}
          ml="auto"
          p={0}
          aria-label={text('lists.actionsOf', { of })}
          loading={actions.some(({ isBusy }) => isBusy)}
        >
          <IconDots size={20} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw="12rem" maw="min(22rem, 90vw)">
        {harmless.map(item)}
        {harmless.length > 0 && dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}
