import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

type Props = {
  /** What is deleted, for screen readers. */
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
      Delete<span className="visually-hidden">&nbsp;{name}</span>
    </Button>
  )
}
