import { careCalls } from '@petsetu/contract/care.ts'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { request } from '../lib/request.ts'
import { useSave } from '../ui/form/use-save.ts'

/** A new address for the feed, which is shown until the page is left. */
export function useRenewFeed(replacesOne: boolean) {
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

export function useRevokeFeed(onRevoked: () => void) {
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
