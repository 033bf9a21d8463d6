import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type CareDue, careCalls } from '@petsetu/contract/pets/care.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import { lastPage, pageParam } from '@petsetu/contract/platform/paging.ts'
import type { AppSite } from '@petsetu/contract/site/site.ts'
import { IconChevronDown, IconChevronRight, IconDots, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FocusEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ownerOf, useUser } from '../../people/auth/session.ts'
import { formatUnbrokenDay } from '../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { callQuery, pageQuery } from '../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../platform/lib/requests/first-data.ts'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import { CardGridSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { ListPage } from '../../platform/ui/table/list-page.tsx'
import { DeleteButton } from '../../platform/ui/table/row-actions.tsx'
import { dueWords } from '../../shared/pets/due-words.ts'
import { asOwnLook } from '../../shared/pets/own-look.ts'
import { ownThreads, useNewThreads } from '../../shared/pets/own-threads.ts'
import classes from '../listed-pet.module.css'
import { ListedPet } from '../listed-pet.tsx'
import { useDeleteOwnPet } from '../use-delete-pet.ts'
import { FinderBanner } from './finder-messages.tsx'

// Loaded only where they are shown: owners are asked once.
const loadExtras = () => import('./shown-notice.tsx')
const ShownNotice = lazyPart(async () => (await loadExtras()).ShownNotice, { failed: null })
const LastPayment = lazyPart(async () => (await loadExtras()).LastPayment, { failed: null })
const OwnAnimals = lazyPart(async () => (await loadExtras()).OwnAnimals, { failed: null })

const PETS_A_PAGE = 24

function petsOn(page: number) {
  const query = { page: String(page), limit: String(PETS_A_PAGE) }
  return pageQuery(petCalls.listOwn, { query })
}

export function MyPetsPage({ site }: { site: AppSite }) {
  const text = useText()
  const threads = useNewThreads()
  const owner = ownerOf(useUser())
  return (
    <>
      {/* Above all else: who waits in the street for an answer. */}
      {threads.length > 0 && <FinderBanner threads={threads} />}
      <PageTitle
        aside={
          <Button
            component={Link}
            to={paths.petForm.to({})}
            variant={threads.length > 0 ? 'default' : 'filled'}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {text('pets.add')}
          </Button>
        }
      >
        {text('titles.myPets')}
      </PageTitle>
      <LastPayment owner={owner} daysMax={site.complaintDaysMax} />
      <MyPets />
      <OwnAnimals />
    </>
  )
}

MyPetsPage.load = ((prefetch, { search }) =>
  Promise.all([prefetch(petsOn(pageParam(search))), prefetch(ownThreads), prefetch(careDue())])) satisfies PageLoader

function MyPets() {
  const text = useText()
  const page = pageParam(useSearchParams()[0])
  const pets = useQuery({ ...petsOn(page), placeholderData: keepPreviousData })
  const isFoundKnown = !useQuery(ownThreads).isPending
  const due = useQuery(careDue())
  const deletion = useDeleteOwnPet()

  return (
    <ListPage
      // The banner of a finder that came after the pets would push them away under a finger.
      list={{ ...pets, data: isFoundKnown ? pets.data : undefined }}
      page={page}
      lastPageOf={({ total }) => lastPage(total, PETS_A_PAGE)}
      addressOf={(last) => paths.myPets.to({}, { page: last })}
      skeleton={<CardGridSkeleton />}
      failure={text('pets.ownFailed')}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState picture="pets" message={text('pets.noneYet')}>
            <p>{text('pets.addFirst')}</p>
          </EmptyState>
        ) : (
          <>
            <AskWhatIsShown pets={rows} />
            <ul className={`${card.grid} ${classes.list}`}>
              {rows.map((pet) => (
                <ListedPet key={pet.id} pet={pet} links={<PetLinks pet={pet} due={due.data} />}>
                  <Actions pet={pet} isDeleting={deletion.isSaving(pet.id)} onDelete={() => deletion.start(pet)} />
                </ListedPet>
              ))}
            </ul>
          </>
        )
      }
    </ListPage>
  )
}

function AskWhatIsShown({ pets }: { pets: Pet[] }) {
  const due = pets.filter(({ isShownDue }) => isShownDue)
  return due.length > 0 && <ShownNotice pets={due} />
}

function Actions({ pet, isDeleting, onDelete }: { pet: Pet; isDeleting: boolean; onDelete: () => void }) {
  const name = () => screenReaderOnly(pet.petName)
  return (
    <>
      <Button
        component="a"
        href={paths.petDetail.to({ petId: pet.petId })}
        onClick={pet.lost ? asOwnLook : undefined}
        variant="subtle"
        px={8}
      >
        <RichText id="pets.publicPage" fill={{ name }} />
      </Button>
      <Button component={Link} to={paths.petForm.to({}, { id: pet.id })} variant="subtle" px={8}>
        <RichText id="pets.edit" fill={{ name }} />
      </Button>
      <DeleteButton name={pet.petName} isBusy={isDeleting} onClick={onDelete} />
    </>
  )
}

const careDue = () => callQuery(careCalls.listDue, {})

type LinksProps = {
  pet: Pet
  /** The next dates of all pets; undefined until they are known. */
  due: CareDue[] | undefined
}

/** Leads to the care of a pet, and says what is due next. */
function CareLink({ pet, due }: LinksProps) {
  const text = useText()
  const next = due?.find(({ pet_id }) => pet_id === pet.id)
  const name = () => screenReaderOnly(pet.petName)
  return (
    <Link to={paths.care.to({ petId: pet.petId })} data-due={(next && next.day < serverToday()) || undefined}>
      <span>
        {next ? (
          <>
            {dueWords(next, text)}
            {name()}
          </>
        ) : (
          <RichText id={due ? 'pets.careNoDay' : 'pets.care'} fill={{ name }} />
        )}
      </span>
      <IconChevronRight size={18} aria-hidden />
    </Link>
  )
}

/** Closes the menu, which lies over other parts of the page, once the focus is elsewhere. */
function closeIfLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}

/** Folds what is rarely needed, and says that a pet can be marked as lost there; below it, leads to the page of a lost pet and to its care. */
function PetLinks({ pet, due }: LinksProps) {
  const text = useText()
  const name = () => screenReaderOnly(pet.petName)
  const lostPage = paths.lostPet.to({ petId: pet.petId })
  const more = text('pets.more', { name: pet.petName })
  return (
    <>
      <details className={classes.others} data-asks={!pet.lost || undefined} onBlur={closeIfLeft}>
        <summary aria-label={pet.lost ? more : `${text('pets.isLost')} ${more}`}>
          {!pet.lost && text('pets.isLost')}
          {pet.lost ? <IconDots size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
        </summary>
        <div className={classes.menu}>
          {!pet.lost && (
            <Link to={lostPage}>
              <RichText id="pets.markLost" fill={{ name }} />
            </Link>
          )}
          <Link to={`${lostPage}#print`}>
            <RichText id="pets.share" fill={{ name }} />
          </Link>
        </div>
      </details>
      {pet.lost && (
        <Link data-lost to={lostPage}>
          <span>
            {text('pets.lostSince', { day: formatUnbrokenDay(pet.lost.since), area: pet.lost.area })}
            {name()}
          </span>
          <IconChevronRight size={18} aria-hidden />
        </Link>
      )}
      <CareLink pet={pet} due={due} />
    </>
  )
}
