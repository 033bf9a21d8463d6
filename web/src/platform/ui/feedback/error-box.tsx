import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'
import classes from './state-box.module.css'

type Props = {
  message: string
  onRetry?: () => unknown
  children?: ReactNode
}

export function ErrorBox({ message, onRetry, children }: Props) {
  const text = useText()
  return (
    <div className={classes.box} role="alert">
      <IconAlertTriangle className={classes.failed} size={40} stroke={1.5} aria-hidden />
      <p className={classes.message}>{message}</p>
      {onRetry && (
        <Button variant="outline" onClick={() => onRetry()}>
          {text('controls.tryAgain')}
        </Button>
      )}
      {children}
    </div>
  )
}
