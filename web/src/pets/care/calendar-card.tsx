import { Button, CopyButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'

/** A calendar file of this pet, and the private feed of all pets of the account. */
export function CalendarCard({ petId }: { petId: string }) {
  const text = useText()
  return (
    <TitledCard id="care-calendar" title={text('care.calendar')} gap="xs">
      <Text c="dimmed">{text('care.calendarHint')}</Text>
      <Group gap="sm">
        <DownloadButton
          call={careCalls.calendar}
          input={{ params: { id: petId } }}
          failure={text('care.calendarFailed')}
        >
          {text('care.downloadCalendar')}
        </DownloadButton>
      </Group>
      <Feed />
    </TitledCard>
  )
}

function Feed() {
  const text = useText()
  const feed = useQuery(callQuery(careCalls.feedState, {}))
  const renewal = useRenewFeed(Boolean(feed.data?.created_at))
  const revocation = useRevokeFeed(renewal.forget)
  return (
    <Loaded query={feed} skeleton={null} failure={text('care.feedLoadFailed')}>
      {({ created_at }) => (
        <Stack gap={4} mt="sm" pt="md" style={{ borderTop: '1px solid var(--line)' }}>
          <Title order={3} size="1.125rem" lh={1.2}>
            {text('care.feed')}
          </Title>
          <Text c="dimmed">{text('care.feedHint')}</Text>
          {renewal.address ? (
            <NewAddress address={renewal.address} />
          ) : (
            created_at && <Text c="dimmed">{text('care.feedSince', { day: formatLongInstant(created_at) })}</Text>
          )}
          <Group gap="sm" mt="sm">
            <Button variant="default" loading={renewal.isBusy} onClick={() => renewal.start(null)}>
              {text(created_at ? 'care.renewFeed' : 'care.makeFeed')}
            </Button>
            {created_at && (
              <Button variant="subtle" color="heart" loading={revocation.isBusy} onClick={() => revocation.start(null)}>
                {text('care.revokeFeed')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Loaded>
  )
}

function NewAddress({ address }: { address: string }) {
  const text = useText()
  return (
    <>
      <TextInput
        label={text('care.feedAddress')}
        description={text('care.feedOnce')}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="sm" mt="sm">
        <CopyButton value={address}>
          {({ copied, copy }) => <Button onClick={copy}>{text(copied ? 'care.copied' : 'care.copy')}</Button>}
        </CopyButton>
      </Group>
    </>
  )
}

/** A new address for the feed, which is shown until the page is left. */
function useRenewFeed(replacesOne: boolean) {
  const text = useText()
  const [address, setAddress] = useState<string | null>(null)
  const confirm = () => ({
    title: text('care.renewQuestion'),
    children: text('care.renewExplanation'),
    confirmLabel: text('care.renewFeed'),
  })
  const saving = useSave({
    call: careCalls.renewFeed,
    send: (_: null) => request(careCalls.renewFeed, {}),
    ...(replacesOne && { confirm }),
    invalidates: [careCalls.feedState],
    onSaved: ({ reply }) => setAddress(location.origin + reply.path),
    failure: { fallback: text('care.feedFailed') },
  })
  return { ...saving, address, forget: () => setAddress(null) }
}

function useRevokeFeed(onRevoked: () => void) {
  const text = useText()
  return useSave({
    call: careCalls.revokeFeed,
    send: (_: null) => request(careCalls.revokeFeed, {}),
    confirm: () => ({
      title: text('care.revokeQuestion'),
      children: text('care.revokeExplanation'),
      confirmLabel: text('care.revokeFeed'),
    }),
    invalidates: [careCalls.feedState],
    onSaved: onRevoked,
    success: () => text('care.feedRevoked'),
    failure: { fallback: text('care.feedFailed') },
  })
}
