import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { StateBox } from './error-box.tsx'

type Props = {
  picture: 'card' | 'find' | 'letters' | 'papers' | 'pets'
  message: string
  children?: ReactNode
}

/** Replaces an empty list: a drawing, a message, and below it what to do first. */
export function EmptyState({ picture, message, children }: Props) {
  return (
    <StateBox>
      <img src={`/drawing-${picture}.svg`} width="210" height="132" alt="" />
      <Text size="lg" fw={600}>
        {message}
      </Text>
      {children && (
        <Box className={classes.more ?? ''} maw="46ch" c="dimmed">
          {children}
        </Box>
      )}
    </StateBox>
  )
}
