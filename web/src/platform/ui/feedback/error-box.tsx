import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'
import card from '../layout/card.module.css'

type Props = {
  message: string
  onRetry?: () => unknown
  children?: ReactNode
}

export function ErrorBox({ message, onRetry, children }: Props) {
  const text = useText()
  return (
    // Low, and not in the box of an empty list, for which it would be taken.
    <Group role="alert" className={card.card ?? ''} gap="12px 16px" justify="space-between">
      <Group flex="1 1 18rem" gap="sm" wrap="nowrap">
        <IconAlertTriangle color="var(--heart)" size={24} style={{ flex: 'none' }} aria-hidden />
        <Text fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      </Group>
      {onRetry && (
        <Button variant="outline" onClick={() => onRetry()}>
          {text('controls.tryAgain')}
        </Button>
      )}
      {children}
    </Group>
  )
}

/** Takes the place of what is not there. */
export function StateBox({ children }: { children: ReactNode }) {
  return (
    <Stack
      align="center"
      gap="sm"
      px="lg"
      py={48}
      bd="1px dashed var(--control-line)"
      bdrs="lg"
      bg="var(--surface)"
      ta="center"
    >
      {children}
    </Stack>
  )
}
