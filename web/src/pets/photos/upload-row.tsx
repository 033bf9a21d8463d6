import { Button } from '@mantine/core'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import classes from './photo-manager.module.css'
import type { Upload } from './use-uploads.ts'

type Props = { upload: Upload; onRetry: () => void; onDismiss: () => void }

/** A photo on its way: how far it is, or why it failed. */
export function UploadRow({ upload, onRetry, onDismiss }: Props) {
  const text = useText()
  const said = describe(text, upload)
  if (upload.state !== 'failed') {
    return (
      <li className={classes.upload}>
        <span>{said}</span>
        <progress value={upload.state === 'sending' ? upload.share : undefined} aria-label={upload.file.name} />
      </li>
    )
  }
  return (
    <li className={classes.upload}>
      <Notice kind="failed">{said}</Notice>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onRetry}>
          {text('photos.retry')}
        </Button>
        <Button variant="subtle" onClick={onDismiss}>
          {text('photos.dismiss')}
        </Button>
      </div>
    </li>
  )
}

function describe(text: Translate, upload: Upload): string {
  const file = upload.file.name
  if (upload.state === 'waiting') return text('photos.waiting', { file })
  if (upload.state === 'preparing') return text('photos.preparing', { file })
  if (upload.state === 'storing') return text('photos.storing', { file })
  if (upload.state === 'sending') return text('photos.sending', { file, percent: Math.round(upload.share * 100) })
  return upload.reason === null
    ? text('photos.sendFailed', { file })
    : text('photos.refused', { file, reason: upload.reason })
}
