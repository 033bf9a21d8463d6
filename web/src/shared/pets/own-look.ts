import { OWN_LOOK } from '@petsetu/contract/pets/own-look.ts'
import type { MouseEvent } from 'react'
import { serverNow } from '../../platform/lib/requests/server-clock.ts'

/** Says on the way to the public page of one's own lost pet that this look is no scan. */
export function asOwnLook({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  currentTarget.search = new URLSearchParams({ [OWN_LOOK]: String(serverNow()) }).toString()
}
