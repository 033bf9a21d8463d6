import { Button, Flex, Group, Stack, Text } from '@mantine/core'
import { type PushKind, pushCalls } from '@petsetu/contract/people/push.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useText } from '../platform/languages/use-text.tsx'
import { keepingFocus } from '../platform/lib/lost-focus.ts'
import { findPushDevice, mayOffer, refuseNotices, subscribe } from '../platform/lib/push-device.ts'
import { request } from '../platform/lib/requests/request.ts'
import { requestData } from '../platform/lib/requests/request-data.ts'
import { useBusy } from '../platform/lib/use-busy.ts'
import { Notice } from '../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../platform/ui/feedback/restore-focus.ts'
import { showSuccess } from '../platform/ui/feedback/toast.ts'
import { SectionHeading } from '../platform/ui/layout/card-parts.tsx'

type Offer = { kinds: PushKind[]; about: PlainId }

/** The offers by place: owners hear of their pets, carers of their animals, admins of what waits. */
const OFFERS = {
  pets: { kinds: ['found', 'lost-scan', 'care-due'], about: 'pushOffer.pets' },
  animals: { kinds: ['care-due'], about: 'pushOffer.animals' },
  work: { kinds: ['urgent-case', 'waiting-money'], about: 'pushOffer.work' },
} satisfies Record<string, Offer>

/**
 * Offers notices after something for which they would have helped. The browser's own question comes only at the click. Shows nothing where
 * all of its kinds are on already, where none can be shown, or where they were refused.
 */
export function PushOffer({ offer }: { offer: keyof typeof OFFERS }) {
  const text = useText()
  const { kinds, about }: Offer = OFFERS[offer]
  // This browser is told of these already; null where nothing is offered.
  const [known, setKnown] = useState<PushKind[] | null>(null)
  const [hasFailed, setFailed] = useState(false)

  function hide() {
    setKnown(null)
    // The button has gone with the offer.
    restoreFocus()
  }

  const [turnOn, isBusy] = useBusy(
    keepingFocus(async () => {
      setFailed(false)
      try {
        const device = await subscribe()
        if (device) {
          await request(pushCalls.save, { body: { ...device, kinds: [...new Set([...(known ?? []), ...kinds])] } })
          showSuccess(text('pushOffer.on'))
        }
        hide()
      } catch (error) {
        console.warn('Notices could not be switched on:', error)
        setFailed(true)
      }
    }),
  )

  useEffect(() => {
    let isHere = true
    readKnown().then(
      (told) => {
        const isDue = told !== null && kinds.some((kind) => !told.includes(kind))
        if (isHere && isDue) setKnown(told)
      },
      // Nobody misses an offer.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [kinds])

  if (known === null) return null
  return (
    <Flex
      component="section"
      gap="md"
      my="md"
      p="md"
      bd="1px solid var(--line)"
      bdrs="lg"
      bg="var(--surface)"
      style={{ borderInlineStart: '6px solid var(--marigold)' }}
      aria-labelledby="push-offer"
    >
      <IconBell size={28} stroke={1.5} color="var(--brand)" style={{ flex: 'none' }} aria-hidden />
      <Stack gap="xs" miw={0}>
        <SectionHeading id="push-offer" size="1.1875rem">
          {text('pushOffer.title')}
        </SectionHeading>
        <Text maw="var(--line-length)">{text(about)}</Text>
        {hasFailed && <Notice kind="failed">{text('pushOffer.failed')}</Notice>}
        <Group gap="sm">
          <Button variant="light" loading={isBusy} onClick={() => void turnOn()}>
            {text('pushOffer.turnOn')}
          </Button>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => {
              refuseNotices()
              hide()
            }}
          >
            {text('pushOffer.refuse')}
          </Button>
        </Group>
      </Stack>
    </Flex>
  )
}

/** The kinds that this browser is told of. Null where nothing may be offered. */
async function readKnown(): Promise<PushKind[] | null> {
  if (!(await mayOffer())) return null
  const device = await findPushDevice()
  if (typeof device === 'string') return []
  return (await requestData(pushCalls.state, { body: { endpoint: device.endpoint } })).kinds ?? []
}
