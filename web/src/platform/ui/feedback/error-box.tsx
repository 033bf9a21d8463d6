import { Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'

type Props = {
  message: string
  onRetry?: () => unknown
  children?: ReactNode
}

export function ErrorBox({ message, onRetry, children }: Props) {
  const text = useText()
  return (
    <StateBox role="alert">
      <IconAlertTriangle color="var(--heart)" size={40} stroke={1.5} aria-hidden />
      <Text size="lg" fw={600}>
        {message}
      </Text>
      {onRetry && (
        <Button variant="outline" onClick={() => onRetry()}>
          {text('controls.tryAgain')}
        </Button>
      )}
      {children}
    </StateBox>
  )
}

type BoxProps = { role?: 'alert'; children: ReactNode }

/** Takes the place of what is not there. */
export function StateBox({ role, children }: BoxProps) {
  return (
    <Stack
      role={role}
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
