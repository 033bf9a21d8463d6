import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { formatCount } from '@petsetu/languages/formats.ts'
import { IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { useBusy } from '../lib/use-busy.ts'
import { showFailure } from '../ui/feedback/toast.ts'
import { downloadAll, pause } from './download-all.ts'
import classes from './generate-qr-page.module.css'

/** Saves all codes one by one with a progress message; it can be stopped. */
export function DownloadAll({ ids, save }: { ids: string[]; save: (id: string) => Promise<void> }) {
  const text = useText()
  const [saved, setSaved] = useState(0)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  const [start, isBusy] = useBusy(async () => {
    stop.current = new AbortController()
    setSaved(0)
    try {
      await downloadAll(ids, { save, onSaved: setSaved, wait: pause, signal: stop.current.signal })
    } catch (error) {
      console.error('Saving all codes failed:', error)
      showFailure(text('tags.picturesFailed'))
    }
  })

  const counts = { saved: formatCount(saved), total: formatCount(ids.length) }
  if (!isBusy) {
    return (
      <div className={classes.download}>
        {saved > 0 && <p role="status">{text('tags.saved', counts)}</p>}
        <Button variant="outline" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => start()}>
          {text('tags.downloadAll')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.download}>
      <div className={classes.progress}>
        <p role="status">{text('tags.saving', counts)}</p>
        <Progress value={(saved / ids.length) * 100} aria-label={text('tags.savedShare')} />
      </div>
      <Button
        variant="outline"
        color="heart"
        leftSection={<IconPlayerStop size={18} aria-hidden />}
        onClick={() => stop.current.abort()}
      >
        {text('tags.stop')}
      </Button>
    </div>
  )
}
