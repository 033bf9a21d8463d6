import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Above the heading of a page: leads back to the list that the page belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="subtle"
      px={10}
      ml={-10}
      mb={8}
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      {children}
    </Button>
  )
}
