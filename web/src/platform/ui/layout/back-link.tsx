import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  to: string
  /** The page there is told this. */
  state?: object
  children: ReactNode
}

/** Above the heading of a page: leads back to the list that the page belongs to. */
export function BackLink({ to, state, children }: Props) {
  return (
    <Button
      component={Link}
      to={to}
      state={state}
      variant="subtle"
      data-back
      px={10}
      ml={-10}
      mb={4}
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      {children}
    </Button>
  )
}
