import { paths } from '@petsetu/contract/paths.ts'
import { drawingOf } from '@petsetu/contract/pets/pet-pictures.ts'
import type { ListedLost, LostList } from '@petsetu/contract/site/public-pages.ts'
import { formatCount, formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import { RichText, useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { FormTitle } from '../../../platform/public-form/form-card.tsx'
import row from '../../../shared/field-row.module.css'
import styles from './lost-list-page.module.css'

type Shown = Extract<LostList, { kind: 'list' }>

/** The lost pets whose owners agreed. All of it works without a script. */
export function LostListPage({ list }: { list: LostList }) {
  const text = useText()
  return (
    <>
      <FormTitle width="wide" picture="/drawing-find.svg">
        {text('lostList.title')}
      </FormTitle>
      {list.kind === 'failed' ? <Failed /> : <Loaded list={list} />}
    </>
  )
}

function Failed() {
  const text = useText()
  return (
    <>
      <p role="alert">{text('lostList.failed')}</p>
      {/* This page’s own address, without a script. */}
      <a className={styles.link} href="?">
        {text('lostList.tryAgain')}
      </a>
    </>
  )
}

function Loaded({ list }: { list: Shown }) {
  const text = useText()
  const { area, pets } = list
  return (
    <>
      <p>{text('lostList.intro')}</p>
      <div className={styles.find}>
        <form className={`${row.row} ${styles.search}`} method="get" action={paths.lostPets.to({})}>
          <label htmlFor="area">{text('lostList.area')}</label>
          <input id="area" name="area" defaultValue={area} placeholder={text('lostList.areaExample')} maxLength={100} />
          <button type="submit">{text('lostList.show')}</button>
        </form>
        <Areas list={list} />
      </div>
      {pets.length > 0 ? (
        <ul className={styles.pets}>
          {pets.map((pet) => (
            <ListedLostPet key={pet.petId} pet={pet} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{text(area ? 'lostList.noneHere' : 'lostList.none')}</p>
      )}
      <Pages list={list} />
      <p className={styles.yours}>
        <RichText id="lostList.yours" fill={{ link: (content) => <a href={paths.myPets.to({})}>{content}</a> }} />
      </p>
    </>
  )
}

// The cards of so few name their areas on one screen.
const FEW_PETS = 4

/** Links to the areas with the most lost pets. */
function Areas({ list: { area: chosen, areas, pets } }: { list: Shown }) {
  const text = useText()
  if (!chosen && (areas.length < 2 || pets.length <= FEW_PETS)) return null
  return (
    <nav aria-label={text('lostList.areas')}>
      <ul className={styles.areas}>
        <li>
          <a href={paths.lostPets.to({})} aria-current={chosen ? undefined : 'page'}>
            {text('lostList.everywhere')}
          </a>
        </li>
        {areas.map(({ area, pets }) => (
          <li key={area}>
            <a href={paths.lostPets.to({}, { area })} aria-current={area === chosen ? 'page' : undefined}>
              {text('lostList.inArea', { area, shown: formatCount(pets) })}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Pages({ list: { area, page, last } }: { list: Shown }) {
  const text = useText()
  if (last === 1) return null
  const addressOf = (page: number) => paths.lostPets.to({}, { area, page })
  return (
    <nav className={styles.pages} aria-label={text('lostList.pages')}>
      {page > 1 && (
        <a className={styles.link} href={addressOf(page - 1)} rel="prev">
          {text('lostList.previous')}
        </a>
      )}
      <span>{text('lostList.pageOf', { page: formatCount(page), last: formatCount(last) })}</span>
      {page < last && (
        <a className={styles.link} href={addressOf(page + 1)} rel="next">
          {text('lostList.next')}
        </a>
      )}
    </nav>
  )
}

/** One lost pet; all of its card leads to its page. */
function ListedLostPet({ pet }: { pet: ListedLost }) {
  const text = useText()
  const language = useLanguage()
  const { petId, petName: name, petType, species, photo, since, area, reward } = pet
  // Day, month and year stay on one line of a narrow card.
  const day = formatLongDay(since, language).replaceAll(' ', '\u00a0')
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
          <time dateTime={since}>{text('lostList.since', { day })}</time>
        </p>
        {reward && <p className={styles.reward}>{text('lostList.reward', { amount: formatRupees(reward) })}</p>}
      </div>
    </li>
  )
}
