import type { Photo } from '@petsetu/contract/photo.ts'
import { srcSetOf } from '@petsetu/contract/photo-sizes.ts'
import { useText } from '../../languages/use-text.tsx'
import styles from './pet-photos.module.css'
import type { PetViewModel } from './pet-view-model.ts'

type Props = { viewModel: PetViewModel }

/** The first photo, which the browser loads before anything else. Its space is reserved in its average colour. */
export function MainPhoto({ viewModel: { petName: name, photos } }: Props) {
  const text = useText()
  const [photo] = photos
  if (!photo) return null
  return (
    <img
      className={styles.main}
      {...sourceOf(photo)}
      sizes="(width < 672px) 100vw, 640px"
      alt={text('finder.photoOf', { name })}
      loading="eager"
      fetchPriority="high"
    />
  )
}

export function FurtherPhotos({ viewModel: { petName: name, photos } }: Props) {
  const text = useText()
  const further = photos.slice(1)
  if (further.length === 0) return null
  return (
    <div className={styles.further}>
      {further.map((photo, index) => (
        <img
          key={photo.id}
          {...sourceOf(photo)}
          sizes="(width < 672px) 33vw, 200px"
          alt={text('finder.furtherPhoto', { number: index + 2, name })}
          loading="lazy"
        />
      ))}
    </div>
  )
}

function sourceOf(photo: Photo) {
  const { urls, width, height, color } = photo
  return { src: urls.medium, srcSet: srcSetOf(photo), width, height, style: { background: color } }
}
