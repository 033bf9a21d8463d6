import { Button } from '@mantine/core'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'

/** A part of the dashboard that could not be loaded. The other parts are there: no alarm. */
export function TryAgain({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  const text = useText()
  return (
    <Notice kind="info">
      {message}{' '}
      <Button variant="subtle" px={8} my={-10} onClick={() => onRetry()}>
        {text('controls.tryAgain')}
      </Button>
    </Notice>
  )
}
