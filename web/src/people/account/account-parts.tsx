import { Group, Stack, Text } from '@mantine/core'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'

// The first line of an error takes the gap below its field.
const ROOM_FOR_ERRORS = { '--error-end': 'calc(-3px - 1.2em)' } as CSSProperties

/** Keeps the focus in a row of the account page where a form has gone with the button that closed it. */
export function focusRow(id: 'passkeys' | 'second-factor'): void {
  restoreFocus(() => document.querySelector<HTMLElement>(`[aria-controls="${id}-body"]`))
}

/** A form of one row of the account page. */
export function AccountForm({ children, ...form }: ComponentProps<'form'>) {
  return (
    <form {...form}>
      <AccountStack>{children}</AccountStack>
    </form>
  )
}

export function AccountStack({ children }: { children: ReactNode }) {
  return (
    <Stack gap="var(--field-gap, 24px)" style={ROOM_FOR_ERRORS}>
      {children}
    </Stack>
  )
}

type ListedProps = { name: string; hint: string; browser?: string | null; children: ReactNode }

/** A device or a passkey in its list, with its buttons. */
export function Listed({ name, hint, browser, children }: ListedProps) {
  return (
    <Group component="li" justify="space-between" gap="sm" py="sm" style={{ borderTop: '1px solid var(--line)' }}>
      <div>
        <strong>{name}</strong>
        {browser && <div>{browser}</div>}
        <Text c="dimmed">{hint}</Text>
      </div>
      <div style={{ flex: 'none' }}>{children}</div>
    </Group>
  )
}
