import { useText } from '../../../platform/languages/use-text.tsx'
import { FileField } from '../../../platform/public-form/file-field.tsx'
import { shrinkChosen } from '../../../shared/shrink-chosen.ts'
import thread from '../thread.module.css'

export function Scams() {
  const text = useText()
  return <p className={thread.scams}>{text('found.scams')}</p>
}

const loadShrinking = async () => (await import('../../../platform/lib/shrink-photo.ts')).shrinkPhoto

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
