import { Button, Flex } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RichText } from '../../languages/use-text.tsx'
import { screenReaderOnly } from '../layout/screen-reader-only.tsx'

/** The buttons of a row: side by side in a table; in a card they may wrap. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <Flex gap="4px 8px" wrap={{ base: 'wrap', sm: 'nowrap' }}>
      {children}
    </Flex>
  )
}

type Props = {
  /** Names the thing to delete, for screen readers. */
  name: string
  isBusy: boolean
  onClick: () => void
}

export function DeleteButton({ name, isBusy, onClick }: Props) {
  return (
    <Button
      variant="subtle"
      color="heart"
      px={8}
      loading={isBusy}
      leftSection={<IconTrash size={18} aria-hidden />}
      onClick={onClick}
    >
      <RichText id="controls.deleteNamed" fill={{ name: () => screenReaderOnly(name) }} />
    </Button>
  )
}
