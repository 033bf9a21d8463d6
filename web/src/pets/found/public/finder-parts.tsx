import { useText } from '../../../platform/languages/use-text.tsx'
import { shrinkChosen } from '../../../platform/lib/photos/shrink-chosen.ts'
import { FileField } from '../../../platform/public-form/file-field.tsx'
import thread from '../thread.module.css'

export function ScamWarning() {
  const text = useText()
  return <p className={thread.scams}>{text('found.scams')}</p>
}

const loadShrinking = async () => (await import('../../../platform/lib/photos/shrink-photo.ts')).shrinkPhoto

/** One photo. It works without a script, which only makes large photos smaller, and opens the camera on a phone. */
export function PhotoField() {
  const text = useText()
  return (
    <FileField
      name="photo"
      label={text('found.photo')}
      hint={text('found.photoHint')}
      isOptional
      accept="image/jpeg,image/png,image/webp"
      onChange={({ currentTarget }) => void shrinkChosen(currentTarget, loadShrinking)}
    />
  )
}
