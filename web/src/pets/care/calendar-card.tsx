import { Button, CopyButton, TextInput } from '@mantine/core'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import card from '../../platform/ui/layout/card.module.css'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'
import classes from './care-page.module.css'

/** A calendar file of this pet, and the private feed of all pets of the account. */
export function CalendarCard({ petId }: { petId: string }) {
  const text = useText()
  return (
    <section className={card.card} aria-labelledby="care-calendar">
      <h2 id="care-calendar" className={classes.heading}>
        {text('care.calendar')}
      </h2>
      <p className={classes.hint}>{text('care.calendarHint')}</p>
      <div className={classes.buttons}>
        <DownloadButton
          call={careCalls.calendar}
          input={{ params: { id: petId } }}
          failure={text('care.calendarFailed')}
        >
          {text('care.downloadCalendar')}
        </DownloadButton>
      </div>
      <Feed />
    </section>
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
        <div className={classes.feed}>
          <h3 className={classes.heading}>{text('care.feed')}</h3>
          <p className={classes.hint}>{text('care.feedHint')}</p>
          {renewal.address ? (
            <NewAddress address={renewal.address} />
          ) : (
            created_at && (
              <p className={classes.hint}>{text('care.feedSince', { day: formatLongInstant(created_at) })}</p>
            )
          )}
          <div className={classes.buttons}>
            <Button variant="default" loading={renewal.isBusy} onClick={() => renewal.start(null)}>
              {text(created_at ? 'care.renewFeed' : 'care.makeFeed')}
            </Button>
            {created_at && (
              <Button variant="subtle" color="heart" loading={revocation.isBusy} onClick={() => revocation.start(null)}>
                {text('care.revokeFeed')}
              </Button>
            )}
          </div>
        </div>
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
      <div className={classes.buttons}>
        <CopyButton value={address}>
          {({ copied, copy }) => <Button onClick={copy}>{text(copied ? 'care.copied' : 'care.copy')}</Button>}
        </CopyButton>
      </div>
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
