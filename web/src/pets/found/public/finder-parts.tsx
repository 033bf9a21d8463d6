import { useText } from '../../../platform/languages/use-text.tsx'
import form from '../../../shared/public-form.module.css'
import { shrinkChosen } from '../../../shared/shrink-chosen.ts'
import thread from '../thread.module.css'

export function Scams() {
  const text = useText()
  return <p className={thread.scams}>{text('found.scams')}</p>
}

const loadShrinking = async () => (await import('../../../platform/lib/shrink-photo.ts')).shrinkPhoto

/** One photo, as the browser's own field: it works without a script, which only makes large photos smaller, and opens the camera on a phone. */
export function PhotoField() {
  const text = useText()
  return (
    <>
      <label htmlFor="photo">
        {text('found.photo')} <span className={form.hint}>({text('found.optional')})</span>
      </label>
      <input
        id="photo"
        name="photo"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-describedby="photo-hint"
        onChange={({ currentTarget }) => void shrinkChosen(currentTarget, loadShrinking)}
      />
      <p className={form.hint} id="photo-hint">
        {text('found.photoHint')}
      </p>
    </>
  )
}
