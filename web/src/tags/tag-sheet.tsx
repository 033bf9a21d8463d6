import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { IconDownload } from '@tabler/icons-react'
import { type Ref, useRef } from 'react'
import { RichText, useText } from '../languages/use-text.tsx'
import { pngNameOf, QrCanvas, saveCanvasAsPng } from '../shared/qr-canvas.tsx'
import { showFailure } from '../ui/feedback/toast.ts'
import card from '../ui/layout/card.module.css'
import { screenReaderOnly } from '../ui/layout/screen-reader-only.tsx'
import { DownloadAll } from './download-all-bar.tsx'
import classes from './generate-qr-page.module.css'
import { PrintSheet } from './print-sheet.tsx'

export function TagSheet({ ids, publicUrl }: { ids: string[]; publicUrl: string }) {
  const text = useText()
  const canvases = useRef(new Map<string, HTMLCanvasElement>())

  async function save(id: string): Promise<void> {
    const canvas = canvases.current.get(id)
    if (canvas) await saveCanvasAsPng(canvas, pngNameOf(id))
  }

  return (
    <section aria-label={text('tags.generated')}>
      <div className={classes.bar}>
        <div role="status">
          <h2>{text('tags.newCodes', counted(ids.length))}</h2>
        </div>
        <div className={classes.download}>
          <PrintSheet petIds={ids} />
          <DownloadAll ids={ids} save={save} />
        </div>
      </div>
      <ul className={`${card.grid} ${classes.tags}`}>
        {ids.map((id) => (
          <Tag
            key={id}
            id={id}
            address={publicUrl + paths.petDetail.to({ petId: id })}
            canvasRef={(canvas) => {
              if (canvas) canvases.current.set(id, canvas)
            }}
            onDownload={() => save(id).catch(() => showFailure(text('tags.pictureFailed')))}
          />
        ))}
      </ul>
    </section>
  )
}

type TagProps = { id: string; address: string; canvasRef: Ref<HTMLCanvasElement>; onDownload: () => void }

function Tag({ id, address, canvasRef, onDownload }: TagProps) {
  const text = useText()
  const name = groupPetId(id)
  return (
    <li className={`${card.card} ${classes.tag}`}>
      <div className={classes.code}>
        <QrCanvas ref={canvasRef} value={address} label={text('tags.code', { petId: name })} />
      </div>
      <p className={classes.id}>
        <a href={paths.petDetail.to({ petId: id })}>{name}</a>
      </p>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={onDownload}>
        <RichText id="tags.download" fill={{ tag: () => screenReaderOnly(name) }} />
      </Button>
    </li>
  )
}
