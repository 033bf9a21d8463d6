import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useUser } from '../../../people/auth/session.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { changesOf } from '../../../platform/lib/drafts/draft-changes.ts'
import { lazyPart } from '../../../platform/ui/feedback/lazy-part.tsx'
import group from '../../../platform/ui/fields/field-group.module.css'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import { EMPTY_PET, PET_LABELS, type PetFormValues } from '../pet-form-values.ts'
import type { PreviewProps } from './finder-preview.tsx'
import classes from './form-preview.module.css'

// The form can be filled in before this is there.
const Preview = lazyPart(async () => (await import('./finder-preview.tsx')).FinderPreview, {
  fallback: <div className={classes.loading} />,
  failed: <PreviewFailed />,
})

// Beside the form there is space for it; the admin area has a menu at the side.
const WIDE = { user: '(width >= 960px)', admin: '(width >= 1200px)' }

type Props = PreviewProps & { place: 'beside' | 'below' }

/** Shows a finder's view with the values of the form: beside it on a wide screen, otherwise below it, closed at first. */
export function FormPreview({ place, ...props }: Props) {
  const text = useText()
  const isWide = useMediaQuery(WIDE[useUser()?.role ?? 'user'], false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  if (isWide !== (place === 'beside')) return null
  const values = withPlaceholders(props.values, text)
  const isBlank = props.stored === null && Object.keys(changesOf(props.values, EMPTY_PET)).length === 0
  const preview = <Preview {...props} values={values} isBlank={isBlank} />
  if (place === 'below') {
    return (
      <details className={group.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={fold.unfolds}>
          <h2 className={group.heading}>{text('petForm.preview')}</h2>
        </summary>
        {isOpen && preview}
      </details>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where the window is low, also with the keyboard
    <aside className={classes.beside} aria-labelledby="preview" tabIndex={0}>
      <h2 className={classes.heading} id="preview">
        {text('petForm.preview')}
      </h2>
      {preview}
    </aside>
  )
}

function PreviewFailed() {
  const text = useText()
  return <p>{text('petForm.previewFailed')}</p>
}

/** The values, with its label in place of each required text that is still empty. */
function withPlaceholders(values: PetFormValues, text: ReturnType<typeof useText>): PetFormValues {
  const { petName, petType, petAge } = values
  return {
    ...values,
    petName: petName || text(PET_LABELS.petName),
    petType: petType || text(PET_LABELS.petType),
    petAge: petAge || text(PET_LABELS.petAge),
  }
}
