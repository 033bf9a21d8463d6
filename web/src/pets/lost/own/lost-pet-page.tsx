import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { paths } from '@petsetu/contract/paths.ts'
import { LostForm as LostFormSchema } from '@petsetu/contract/pets/lost.ts'
import { shownKind } from '@petsetu/contract/pets/pet-facts.ts'
import { printCalls } from '@petsetu/contract/pets/tags.ts'
import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { IconBrandWhatsapp, IconHome, IconId, IconPrinter, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { formatLongDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { whatsAppLink } from '../../../platform/lib/contact-links.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { lazyPart } from '../../../platform/ui/feedback/lazy-part.tsx'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { keepFocus } from '../../../platform/ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../../platform/ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../../platform/ui/form/restored-notice.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import card from '../../../platform/ui/layout/card.module.css'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'
import { PetPageTitle, petOf } from '../../../shared/pet-page-title.tsx'
import classes from './lost-pet-page.module.css'
import { type LostValues, lostFormOf, lostValuesOf, type OwnPet, useEndLost, useMarkLost } from './use-lost.ts'

const PushOffer = lazyPart(async () => (await import('../../../shared/push-offer.tsx')).PushOffer, { failed: null })

/** Marks a pet as lost and as home again; what can be printed and sent about it. */
export function LostPetPage({ site }: { site: Site }) {
  const { petId = '' } = useParams()
  return (
    <>
      <PetPageTitle title="titles.lostPet" petId={petId} />
      <LostPet key={petId} petId={petId} site={site} />
    </>
  )
}

LostPetPage.load = ((prefetch, { params: { petId = '' } }) => prefetch(petOf(petId))) satisfies PageLoader

function LostPet({ petId, site }: { petId: string; site: Site }) {
  const text = useText()
  const pet = useQuery(petOf(petId))
  return (
    <Loaded query={pet} skeleton={<FormSkeleton />} failure={text('lostPet.failed')} missing={<NoPet />}>
      {(found) =>
        // Anybody may read a pet by its tag ID, but only its owner gets its number.
        found.id === undefined ? (
          <NoPet />
        ) : (
          <div className={classes.columns}>
            <section className={`${card.card} ${classes.lost}`} aria-labelledby="lost">
              <LostState pet={found} />
              <LostForm key={found.lost ? 'lost' : 'safe'} pet={found} />
              {/* Last, because it comes late: nothing moves away from below a finger. */}
              {found.lost && <PushOffer offer="pets" />}
            </section>
            <div className={classes.side}>
              <PrintCard pet={found} />
              <ShareCard pet={found} site={site} />
            </div>
          </div>
        )
      }
    </Loaded>
  )
}

function NoPet() {
  const text = useText()
  return <EmptyState picture="pets" message={text('lostPet.missing')} />
}

/** Tells if the pet is lost; if so, with the button that ends it. */
function LostState({ pet }: { pet: OwnPet }) {
  const text = useText()
  const ending = useEndLost()
  const { petName: name, lost } = pet
  if (!lost) {
    return (
      <div>
        <h2 id="lost" className={classes.heading}>
          {text('lostPet.isLost', { name })}
        </h2>
        <p className={classes.hint}>{text('lostPet.explanation')}</p>
      </div>
    )
  }
  return (
    <div className={classes.state}>
      <h2 id="lost" className={classes.heading}>
        {text('lostPet.marked', { name })}
      </h2>
      <p>{text('lostPet.markedSince', { day: formatLongDay(lost.since), area: lost.area })}</p>
      <Button
        leftSection={<IconHome size={18} aria-hidden />}
        loading={ending.isBusy}
        onClick={() => ending.start(pet)}
      >
        {text('lostPet.home')}
      </Button>
    </div>
  )
}

/** The poster of a lost pet and the card of any pet, as PDFs. */
function PrintCard({ pet: { petId, lost } }: { pet: OwnPet }) {
  const text = useText()
  const input = { params: { id: petId } }
  return (
    <section className={card.card} aria-labelledby="print">
      <h2 id="print" className={classes.heading}>
        {text('lostPet.prints')}
      </h2>
      <p className={classes.hint}>{text('lostPet.printsHint')}</p>
      <div className={classes.buttons}>
        {lost && (
          <DownloadButton
            call={printCalls.poster}
            input={input}
            failure={text('lostPet.printFailed')}
            icon={<IconPrinter size={18} aria-hidden />}
          >
            {text('lostPet.poster')}
          </DownloadButton>
        )}
        <DownloadButton
          call={printCalls.card}
          input={input}
          failure={text('lostPet.printFailed')}
          icon={<IconId size={18} aria-hidden />}
        >
          {text('lostPet.card')}
        </DownloadButton>
      </div>
      {!lost && <p className={classes.later}>{text('lostPet.posterFirst')}</p>}
    </section>
  )
}

/** Sends the address of the public page by WhatsApp, or by the phone's own share sheet where there is one. */
function ShareCard({ pet, site }: { pet: OwnPet; site: Site }) {
  const text = useText()
  const { petId, petName: name, petType, lost } = pet
  const address = site.publicUrl + paths.petDetail.to({ petId })
  const message = lost
    ? text('lostPet.shareLost', {
        name,
        type: shownKind(petType, text),
        day: formatLongDay(lost.since),
        area: lost.area,
        address,
      })
    : text('lostPet.sharePet', { name, address })
  return (
    <section className={card.card} aria-labelledby="share">
      <h2 id="share" className={classes.heading}>
        {text('lostPet.share')}
      </h2>
      <p className={classes.hint}>{text('lostPet.shareHint')}</p>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={whatsAppLink(message)}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        >
          {text('lostPet.whatsApp')}
        </Button>
        {'share' in navigator && (
          <Button
            variant="default"
            leftSection={<IconShare size={18} aria-hidden />}
            onClick={() => void shareSheet(message)}
          >
            {text('lostPet.shareSheet')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Rejects if the person closes the sheet without choosing, which is no failure. */
async function shareSheet(message: string): Promise<void> {
  await navigator.share({ text: message }).catch(() => {})
}

const problemsOf = schemaErrors(LostFormSchema)
const errorsOf = (values: LostValues) => problemsOf(lostFormOf(values))

/** Edits the public notice about the lost pet. */
function LostForm({ pet }: { pet: OwnPet }) {
  const text = useText()
  const { form, isRestored, startFrom, clear, forgetDraft } = useDraftedForm<LostValues>({
    initial: lostValuesOf(pet),
    draft: useOwnDraft(`lost-${pet.petId}`),
    errorsOf,
  })
  const { save } = useMarkLost(forgetDraft)
  const { formProps, isBusy, failure } = useSubmit(form, text('lostPet.saveFailed'), async (values) => {
    startFrom(lostValuesOf(await save({ pet, form: lostFormOf(values) })))
    showSuccess(text('lostPet.saved', { name: pet.petName }))
  })
  return (
    <form {...formProps} className={classes.form}>
      {isRestored && <RestoredNotice onClear={clear} />}
      <Notice kind="info">{text('lostPet.everybodyReads')}</Notice>
      <LostFields form={form} />
      {failure && <Notice kind="failed">{failure}</Notice>}
      <PrivacyNotice id="petNotice.lost" />
      <Button
        type="submit"
        variant={pet.lost ? 'default' : 'filled'}
        color="heart"
        loading={isBusy}
        onMouseDown={keepFocus}
      >
        {text(pet.lost ? 'lostPet.saveChanges' : 'lostPet.mark')}
      </Button>
    </form>
  )
}

function LostFields({ form }: { form: ReturnType<typeof useDraftedForm<LostValues>>['form'] }) {
  const text = useText()
  return (
    <>
      <TextInput
        label={text('labels.lostSince')}
        required
        type="date"
        max={lastBegunDay()}
        {...form.getInputProps('since')}
      />
      <TextInput
        label={text('labels.lostArea')}
        required
        description={text('lostPet.areaHint')}
        placeholder={text('lostPet.areaExample')}
        {...form.getInputProps('area')}
      />
      <Textarea
        label={text('lostPet.note')}
        description={text('lostPet.noteHint')}
        rows={3}
        {...form.getInputProps('note')}
      />
      <TextInput
        label={text('lostPet.reward')}
        description={text('lostPet.rewardHint')}
        inputMode="numeric"
        {...form.getInputProps('reward')}
      />
      <Checkbox
        label={text('lostPet.listed')}
        description={text('lostPet.listedHint')}
        checked={form.getValues().listed === 'yes'}
        onChange={(event) => form.setFieldValue('listed', event.currentTarget.checked ? 'yes' : '')}
      />
    </>
  )
}
