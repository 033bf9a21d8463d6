import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { TagView } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useUser } from '../../people/auth/session.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { ErrorBoundary } from '../../platform/ui/feedback/error-boundary.tsx'
import card from '../../shared/animal-card.module.css'
import { FindTagForm } from '../../shared/find-tag-form.tsx'
import { Helpline } from '../../shared/helpline.tsx'
import { petFormFor } from '../../shared/pet-form-address.ts'
import buttons from '../../shared/public-buttons.module.css'
import styles from './pet-detail-page.module.css'
import { CardHead, PetSections } from './pet-sections.tsx'
import { type PetViewModel, petViewModel } from './pet-view-model.ts'
import qrFrameStyles from './qr-frame.module.css'

/** The page behind a tag: a pet, a blank tag that can be registered, an unknown ID, or an error. */
export function PetDetailPage({ tag, site }: { tag: TagView; site: Site }) {
  if (tag.kind === 'pet') return <PetCard viewModel={petViewModel(tag, site)} site={site} />
  if (tag.kind === 'blank') return <BlankTag petId={tag.petId} site={site} />
  if (tag.kind === 'failed') return <FailedPet site={site} />
  return <MissingPet site={site} />
}

/** Answers 'how do I help this animal now?'. */
function PetCard({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  return (
    <article className={`${card.card} ${styles.card}`}>
      <PetSections viewModel={viewModel} site={site} />
      <QrFrame viewModel={viewModel} />
    </article>
  )
}

function BlankTag({ petId, site }: { petId: string; site: Site }) {
  const text = useText()
  const user = useUser()
  return (
    <article className={`${card.card} ${styles.card}`}>
      <CardHead>
        <p className={styles.tagId}>{groupPetId(petId)}</p>
        <h1>{text('finder.blank')}</h1>
      </CardHead>
      <div className={styles.notice}>
        <h2>{text('finder.blankYours')}</h2>
        <p>{text('finder.blankInvitation')}</p>
        <a className={buttons.mainButton} href={petFormFor(user, petId)}>
          {text('finder.registerPet')}
        </a>
        <p className={styles.soft}>
          {user ? text('finder.loggedIn', { username: user.username }) : text('finder.logInFirst')}
        </p>
        <h2 className={styles.aside}>{text('finder.foundWithBlank')}</h2>
        <p>{text('finder.notRegisteredYet')}</p>
        <Helpline site={site} when={text('finder.helplineForAnimal')} />
        <a className={buttons.sideButton} href={visitorPaths.contact.to({})}>
          {text('frame.contactUs')}
        </a>
      </div>
    </article>
  )
}

function MissingPet({ site }: { site: Site }) {
  const text = useText()
  return (
    <NoPet title={text('finder.unknownTag')}>
      <p>
        {text('finder.missing')} {text('finder.checkId')}
      </p>
      <FindTagForm />
      <Helpline site={site} when={text('finder.helplineForAnimal')} />
      <a className={buttons.sideButton} href={visitorPaths.lostPets.to({})}>
        {text('frame.lostPets')}
      </a>
    </NoPet>
  )
}

/** Shown when the page could not be loaded; the ID may be correct. */
function FailedPet({ site }: { site: Site }) {
  const text = useText()
  return (
    <NoPet title={text('finder.missing')}>
      <p>{text('finder.failed')}</p>
      {/* This page’s own address, without a script. */}
      <a className={buttons.mainButton} href="?">
        {text('finder.tryAgain')}
      </a>
      <Helpline site={site} when={text('finder.helplineForAnimal')} />
      <p className={styles.aside}>
        {text('finder.stillFailing')}{' '}
        <a href={`${site.marketingUrl}/contact`} target="_blank" rel="noopener noreferrer">
          {text('finder.contactFoundation', { foundation: site.foundationName })}
        </a>
      </p>
    </NoPet>
  )
}

function NoPet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className={`${card.card} ${styles.card}`}>
      <CardHead>
        <h1>{title}</h1>
      </CardHead>
      <div className={styles.notice}>{children}</div>
    </article>
  )
}

type QrPart = typeof import('../../shared/qr-canvas.tsx')

/** The pet's QR code, to save or to print. Its library is loaded after hydration; until then its space is reserved. */
function QrFrame({ viewModel: { petId, petName, tag, pageAddress } }: { viewModel: PetViewModel }) {
  const text = useText()
  const failed = <p>{text('finder.qrFailed')}</p>
  const [part, setPart] = useState<QrPart | 'failed' | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('../../shared/qr-canvas.tsx').then(setPart, (error: unknown) => {
      console.error('The QR code could not be loaded:', error)
      setPart('failed')
    })
  }, [])
  const qr = part === 'failed' ? null : part

  async function save() {
    setFailed(false)
    try {
      const { pngNameOf, saveCanvasAsPng } = await import('../../shared/save-canvas.ts')
      if (canvas.current) await saveCanvasAsPng(canvas.current, pngNameOf(petId))
    } catch (error) {
      console.warn('The picture could not be made:', error)
      setFailed(true)
    }
  }

  return (
    <section className={qrFrameStyles.frame} aria-labelledby="qr">
      <h2 id="qr">{text('finder.tagOf', { name: petName })}</h2>
      <div className={qrFrameStyles.code} aria-busy={part === null}>
        <ErrorBoundary fallback={failed}>
          {qr && <qr.QrCanvas ref={canvas} value={pageAddress} label={text('finder.qrLabel', { name: petName })} />}
        </ErrorBoundary>
        {part === 'failed' && failed}
      </div>
      <p className={styles.tagId}>{tag}</p>
      <div className={qrFrameStyles.actions}>
        <button className={buttons.sideButton} type="button" disabled={!qr} onClick={save}>
          {text('finder.savePicture')}
        </button>
        <button className={buttons.sideButton} type="button" disabled={!qr} onClick={() => print()}>
          {text('finder.print')}
        </button>
      </div>
      {hasFailed && <p role="alert">{text('finder.pictureFailed')}</p>}
    </section>
  )
}
