import { paths } from '@petsetu/contract/paths.ts'
import type { ListedLost } from '@petsetu/contract/public-pages.ts'
import { drawingOf } from '@petsetu/contract/species-drawing.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import styles from './lost-list-page.module.css'

/** One lost pet; all of its card leads to its page. */
export function ListedLostPet({ pet }: { pet: ListedLost }) {
  const text = useText()
  const language = useLanguage()
  const { petId, petName: name, petType, species, photo, since, area, reward } = pet
  return (
    <li className={styles.pet}>
      {photo ? (
        <img
          className={styles.photo}
          src={photo.urls.small}
          alt={text('lostList.photoOf', { name })}
          width={320}
          height={240}
          loading="lazy"
          style={{ background: photo.color }}
        />
      ) : (
        <img className={styles.drawing} src={drawingOf(species)} alt="" width={320} height={240} loading="lazy" />
      )}
      <div className={styles.details}>
        <h2>
          <a href={paths.petDetail.to({ petId })}>{name}</a>
        </h2>
        <p>{petType}</p>
        <p>
          <strong>{area}</strong>
        </p>
        <p>
          <time dateTime={since}>{text('lostList.since', { day: formatLongDay(since, language) })}</time>
        </p>
        {reward && <p className={styles.reward}>{text('lostList.reward', { amount: formatRupees(reward) })}</p>}
      </div>
    </li>
  )
}
