import { srcSetOf } from '@petsetu/contract/photo-sizes.ts'
import { useText } from '../../languages/use-text.tsx'
import styles from './pet-photos.module.css'
import type { PetViewModel } from './pet-view-model.ts'

type Props = { viewModel: PetViewModel }

/** The first photo, which the browser loads before anything else. Its space is reserved in its average colour. */
export function MainPhoto({ viewModel }: Props) {
  if (viewModel.photos.length > 0) return <PetPhoto viewModel={viewModel} index={0} />
  return <img className={styles.drawing} src={viewModel.drawing} width="96" height="96" alt="" fetchPriority="high" />
}

export function FurtherPhotos({ viewModel }: Props) {
  const further = viewModel.photos.slice(1)
  return (
    further.length > 0 && (
      <div className={styles.further}>
        {further.map(({ id }, index) => (
          <PetPhoto key={id} viewModel={viewModel} index={index + 1} />
        ))}
      </div>
    )
  )
}

function PetPhoto({ viewModel: { petName: name, photos }, index }: Props & { index: number }) {
  const text = useText()
  const photo = photos[index]
  if (!photo) return null
  const isMain = index === 0
  return (
    <img
      className={styles.photo}
      src={photo.urls.medium}
      srcSet={srcSetOf(photo)}
      sizes={isMain ? '(width < 560px) 100vw, 320px' : 'min(33vw, 200px)'}
      width={photo.width}
      height={photo.height}
      style={{ background: photo.color }}
      alt={isMain ? text('finder.photoOf', { name }) : text('finder.furtherPhoto', { number: index + 1, name })}
      {...(isMain ? { fetchPriority: 'high' } : { loading: 'lazy' })}
    />
  )
}
