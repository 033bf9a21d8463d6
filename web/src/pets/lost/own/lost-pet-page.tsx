import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { shownKind } from '@petsetu/contract/pets/pet-facts.ts'
import { printCalls } from '@petsetu/contract/pets/tags.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import {
  IconAlertTriangle,
  IconBrandWhatsapp,
  IconCircleCheck,
  IconExternalLink,
  IconId,
  IconPrinter,
  IconShare,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import { useUser } from '../../../people/auth/session.ts'
import { formatLongDay, formatUnbrokenDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { whatsAppLink } from '../../../platform/lib/contact-links.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { lazyPart } from '../../../platform/ui/feedback/lazy-part.tsx'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import page from '../../../platform/ui/form/form-page.module.css'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import card from '../../../platform/ui/layout/card.module.css'
import { TitledCard } from '../../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { Typed } from '../../../platform/ui/layout/panel.tsx'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'
import { NotHere } from '../../../shared/not-here.tsx'
import { asOwnLook } from '../../../shared/pets/own-look.ts'
import { petOf } from '../../../shared/pets/pet-page-title.tsx'
import { PetPicture } from '../../../shared/pets/pet-picture.tsx'
import { LostForm, type OwnPet, paramsOf, STALE_WITH_LOST } from './lost-form.tsx'
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
    <Group gap={14} mb="md" wrap="nowrap">
      {isOwn && <PetPicture pet={pet} />}
      {/* Without the space below a title, its middle is that of the photo. */}
      <Box mb="calc(-1 * var(--mantine-spacing-sm))">
        <PageTitle documentTitle={title} isCompact>
          {isOwn ? stateOf(pet, text) : title}
        </PageTitle>
      </Box>
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
              <ShareCard pet={found} site={site} />
              <PrintCard pet={found} />
            </Stack>
            {found.lost && (
              <Stack className={`${card.card} ${classes.change}`} miw={0}>
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
  return <NotHere picture="pets" message={text('lostPet.missing')} username={useUser()?.username} />
}

/** Tells if the pet is lost; if so, with the button that ends it. */
function LostState({ pet }: { pet: OwnPet }) {
  const text = useText()
  const ending = useEndLost()
  const { lost } = pet
  if (!lost) return <Text c="dimmed">{text('lostPet.explanation')}</Text>
  return (
    <Stack gap="xs">
      <Group gap="xs" align="start" wrap="nowrap" fw={600}>
        <IconAlertTriangle size={22} color="var(--heart)" style={{ flex: 'none', marginTop: 1 }} aria-hidden />
        <Text inherit miw={0}>
          {text('lostPet.markedSince', { day: formatUnbrokenDay(lost.since), area: lost.area })}
        </Text>
      </Group>
      {lost.note && <Typed>{lost.note}</Typed>}
      {lost.reward !== null && <Text fw={600}>{text('lostPet.rewardOf', { amount: formatRupees(lost.reward) })}</Text>}
      <Text>{text('lostPet.scanEmails')}</Text>
      <div className={page.buttons}>
        <Button
          className={classes.found ?? ''}
          variant="default"
          leftSection={<IconCircleCheck size={20} aria-hidden />}
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
    invalidates: STALE_WITH_LOST,
    success: (_, { petName: name }) => text('lostPet.homeSaved', { name }),
    failure: { fallback: text('lostPet.homeFailed') },
  })
}
