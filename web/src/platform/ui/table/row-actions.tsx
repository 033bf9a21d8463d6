import { Button, Flex } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RichText } from '../../languages/use-text.tsx'
import { screenReaderOnly } from '../layout/screen-reader-only.tsx'
import classes from './row-actions.module.css'

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
  /** Red only under the pointer or with the focus: for a page of many that are rarely deleted. */
  isQuiet?: true
  onClick: () => void
}

export function DeleteButton({ name, isBusy, isQuiet, onClick }: Props) {
  return (
    <Button
      className={classes.delete ?? ''}
      data-quiet={isQuiet}
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
