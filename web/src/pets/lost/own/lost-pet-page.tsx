import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { paths } from '@petsetu/contract/paths.ts'
import { LostForm as LostFormSchema, lostCalls } from '@petsetu/contract/pets/lost.ts'
import { shownKind } from '@petsetu/contract/pets/pet-facts.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { printCalls } from '@petsetu/contract/pets/tags.ts'
import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconBrandWhatsapp, IconExternalLink, IconHome, IconId, IconPrinter, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { formatLongDay, formatUnbrokenDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { typedRupees } from '../../../platform/lib/amounts.ts'
import { whatsAppLink } from '../../../platform/lib/contact-links.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { lazyPart } from '../../../platform/ui/feedback/lazy-part.tsx'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { failWithToast, showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { DayInput } from '../../../platform/ui/form/day-input.tsx'
import page from '../../../platform/ui/form/form-page.module.css'
import { keepFocus } from '../../../platform/ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../../platform/ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../../platform/ui/form/restored-notice.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import card from '../../../platform/ui/layout/card.module.css'
import { TitledCard } from '../../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'
import { asOwnLook } from '../../../shared/own-look.ts'
import { petOf } from '../../../shared/pet-page-title.tsx'
import { PetPicture } from '../../../shared/pet-picture.tsx'
import { withNotice } from '../../../shared/with-notice.ts'
import classes from './lost-pet-page.module.css'

const PushOffer = lazyPart(async () => (await import('../../../shared/push-offer.tsx')).PushOffer, { failed: null })

/** Marks a pet as lost and as home again; what can be printed and sent about it. */
export function LostPetPage({ site }: { site: Site }) {
  const { petId = '' } = useParams()
  return (
    <>
      <LostTitle petId={petId} />
      <LostPet key={petId} petId={petId} site={site} />
    </>
  )
}

LostPetPage.load = ((prefetch, { params: { petId = '' } }) => prefetch(petOf(petId))) satisfies PageLoader

/** Asks or says whether the pet is lost, with its photo; until it is known, and for another person’s pet, names the page alone. */
function LostTitle({ petId }: { petId: string }) {
  const text = useText()
  const { data: pet } = useQuery(petOf(petId))
  const title = text('titles.lostPet')
  const isOwn = pet?.id !== undefined
  return (
    <Group gap={14} mb="sm" wrap="nowrap">
      {isOwn && <PetPicture pet={pet} />}
      <PageTitle documentTitle={title} isCompact>
        {isOwn ? stateOf(pet, text) : title}
      </PageTitle>
    </Group>
  )
}

function stateOf({ petName: name, lost }: OwnPet, text: Translate): string {
  return text(lost ? 'lostPet.marked' : 'lostPet.isLost', { name })
}

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
            <Stack
              component="section"
              className={card.card}
              miw={0}
              {...(found.lost && { bg: 'var(--heart-soft)' })}
              aria-label={stateOf(found, text)}
            >
              <LostState pet={found} />
              {!found.lost && <LostForm pet={found} />}
            </Stack>
            <Stack className={classes.aside ?? ''} miw={0}>
              {found.lost && <ShareCard pet={found} site={site} />}
              <PrintCard pet={found} />
              {!found.lost && <ShareCard pet={found} site={site} />}
            </Stack>
            {found.lost && (
              <Stack className={card.card} miw={0}>
                <LostForm pet={found} />
                {/* Last, because it comes late: nothing moves away from below a finger. */}
                <PushOffer offer="pets" />
              </Stack>
            )}
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
  const { lost } = pet
  if (!lost) return <Text c="dimmed">{text('lostPet.explanation')}</Text>
  return (
    <Stack gap="xs">
      <Text>{text('lostPet.markedSince', { day: formatUnbrokenDay(lost.since), area: lost.area })}</Text>
      <Text>{text('lostPet.scanEmails')}</Text>
      <div className={page.buttons}>
        <Button
          variant="default"
          leftSection={<IconHome size={18} aria-hidden />}
          loading={ending.isBusy}
          onClick={() => ending.start(pet)}
        >
          {text('lostPet.home')}
        </Button>
      </div>
    </Stack>
  )
}

/** The card of a pet, and the poster of a lost one, as PDFs. */
function PrintCard({ pet: { petId, lost } }: { pet: OwnPet }) {
  const text = useText()
  const { hash } = useLocation()
  // The list of pets links to what is printed; the browser looked for it before the pet was loaded.
  useEffect(() => {
    if (hash === '#print') document.getElementById('print')?.scrollIntoView()
  }, [hash])
  return (
    <TitledCard id="print" title={text('lostPet.prints')} gap="xs">
      <Text c="dimmed">{text(lost ? 'lostPet.printsHint' : 'lostPet.posterFirst')}</Text>
      <div className={page.buttons}>
        {lost && (
          <DownloadButton
            call={printCalls.poster}
            input={{ params: { id: petId } }}
            failure={text('lostPet.printFailed')}
            icon={<IconPrinter size={18} aria-hidden />}
            variant="filled"
          >
            {text('lostPet.poster')}
          </DownloadButton>
        )}
        <DownloadButton
          call={printCalls.card}
          input={{ params: { id: petId } }}
          failure={text('lostPet.printFailed')}
          icon={<IconId size={18} aria-hidden />}
        >
          {text('lostPet.card')}
        </DownloadButton>
      </div>
    </TitledCard>
  )
}

/**
 * Sends the address of the public page by WhatsApp, or by the phone's own share sheet where there is one. In the hours after a pet was lost
 * this is the main thing.
 */
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
    <TitledCard title={text('lostPet.share')} gap="xs">
      <Text c="dimmed">{text('lostPet.shareHint')}</Text>
      <div className={page.buttons}>
        <Button
          component="a"
          href={whatsAppLink(message)}
          target="_blank"
          rel="noopener noreferrer"
          variant={lost ? 'filled' : 'default'}
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
        <Button
          component="a"
          href={paths.petDetail.to({ petId })}
          onClick={lost ? asOwnLook : undefined}
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {text('lostPet.publicPage')}
        </Button>
      </div>
    </TitledCard>
  )
}

/** Rejects if the person closes the sheet without choosing, which is no failure. */
async function shareSheet(message: string): Promise<void> {
  await navigator.share({ text: message }).catch(() => {})
}

const problemsOf = schemaErrors(LostFormSchema)
const errorsOf = (values: LostValues) => problemsOf(lostFormOf(values))

/** Edits the public notice about the lost pet. Once it is published, sharing the page matters more, and the form is folded away. */
function LostForm({ pet }: { pet: OwnPet }) {
  const text = useText()
  const { form, isRestored, startFrom, clear, forgetDraft } = useDraftedForm<LostValues>({
    initial: lostValuesOf(pet),
    draft: useOwnDraft(`lost-${pet.petId}`),
    errorsOf,
    followsRecord: Boolean(pet.lost),
  })
  const { save } = useMarkLost(forgetDraft)
  const { formProps, isBusy, failure } = useSubmit(form, text('lostPet.saveFailed'), async (values) => {
    startFrom(lostValuesOf(await save({ pet, form: lostFormOf(values) }).catch(failWithToast('changed_meanwhile'))))
    showSuccess(text('lostPet.saved', { name: pet.petName }))
  })
  const isMoreUsed = MORE_FIELDS.some((field) => form.values[field] !== '' || form.errors[field])
  const fields = (
    <form {...formProps}>
      <Stack>
        {isRestored && <RestoredNotice onClear={clear} />}
        <LostFields form={form} />
        {pet.lost ? (
          <MoreFields form={form} />
        ) : (
          <Folded title={text('lostPet.more')} isUsed={isMoreUsed}>
            <MoreFields form={form} />
          </Folded>
        )}
        {failure && <Notice kind="failed">{failure}</Notice>}
        {/* Before the notice, so that it is on the first screen of a phone: every minute counts. */}
        <div className={page.buttons}>
          <Button
            type="submit"
            variant={pet.lost ? 'default' : 'filled'}
            color="heart"
            loading={isBusy}
            onMouseDown={keepFocus}
          >
            {text(pet.lost ? 'lostPet.saveChanges' : 'lostPet.mark')}
          </Button>
        </div>
        <PrivacyNotice id="petNotice.lost" />
      </Stack>
    </form>
  )
  if (!pet.lost) return fields
  return (
    <Folded title={text('lostPet.change')} isUsed={isRestored}>
      {fields}
    </Folded>
  )
}

type FieldsProps = { form: ReturnType<typeof useDraftedForm<LostValues>>['form'] }

function LostFields({ form }: FieldsProps) {
  const text = useText()
  return (
    <>
      <DayInput label={text('labels.lostSince')} required max={lastBegunDay()} {...form.getInputProps('since')} />
      <TextInput
        label={text('labels.lostArea')}
        required
        description={text('lostPet.areaHint')}
        placeholder={text('lostPet.areaExample')}
        {...form.getInputProps('area')}
      />
    </>
  )
}

const MORE_FIELDS = ['note', 'reward', 'listed'] as const

/** Asks for what can be told later, too. */
function MoreFields({ form }: FieldsProps) {
  const text = useText()
  return (
    <>
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

type FoldedProps = { title: string; isUsed: boolean; children: ReactNode }

/** Folds fields away until somebody opens them, or something or an error is in them. */
function Folded({ title, isUsed, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen || isUsed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={fold.unfolds}>{title}</summary>
      <Stack pt="xs">{children}</Stack>
    </details>
  )
}

type OwnPet = Reply<typeof petCalls.read>

const STALE = [petCalls.read, petCalls.listOwn]
const paramsOf = ({ petId }: OwnPet) => ({ params: { id: petId } })

/**
 * Marks a pet as lost, or changes what is said about it. Rejects with a `CallError`. The draft is forgotten before the page shows the pet
 * as it was saved, with a form that would restore it.
 */
function useMarkLost(forgetDraft: () => Promise<void>) {
  return useSave({
    call: lostCalls.mark,
    send: async ({ pet, form }: { pet: OwnPet; form: LostFormSchema }) => {
      const body = pet.lost ? { ...form, changes: true } : form
      const { reply } = await request(lostCalls.mark, { ...paramsOf(pet), body }, withNotice)
      await forgetDraft()
      return reply
    },
    invalidates: STALE,
  })
}

function useEndLost() {
  const text = useText()
  return useSave({
    call: lostCalls.end,
    send: (pet: OwnPet) => request(lostCalls.end, paramsOf(pet)),
    confirm: ({ petName: name }) => ({
      title: text('lostPet.homeQuestion', { name }),
      children: text('lostPet.homeExplanation'),
      confirmLabel: text('lostPet.home'),
    }),
    invalidates: STALE,
    success: (_, { petName: name }) => text('lostPet.homeSaved', { name }),
    failure: { fallback: text('lostPet.homeFailed') },
  })
}

/** The texts in the fields of the form; `listed` is `yes` or empty. */
type LostValues = { since: string; area: string; note: string; reward: string; listed: string }

/** An area that finders do not see is not suggested. */
function lostValuesOf({ lost, location = '', shown }: OwnPet): LostValues {
  if (!lost) return { since: today(), area: shown?.area ? location : '', note: '', reward: '', listed: '' }
  const { since, area, note, reward, listed } = lost
  return { since, area, note: note ?? '', reward: String(reward ?? ''), listed: listed ? 'yes' : '' }
}

/** A reward that is no amount becomes NaN, which the schema rejects. */
function lostFormOf({ since, area, note, reward, listed }: LostValues): LostFormSchema {
  return { since, area, note, reward: reward.trim() === '' ? null : typedRupees(reward), listed: listed === 'yes' }
}
