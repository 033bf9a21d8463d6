import { paths } from '@petsetu/contract/paths.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'

/** Leads carers and admins who have scanned a blank tag to the form for an animal of the street; nothing for everybody else. */
export function StreetTag({ petId }: { petId: string }) {
  const text = useText()
  const own = useQuery(callQuery(communityCalls.listOwn, {}))
  if (!own.data?.data.mayRegister) return null
  return (
    <Notice kind="info">
      {text('onStreetTag.question')}{' '}
      <Link to={paths.communityAnimal.to({ petId: 'new' }, { tag: petId })}>{text('onStreetTag.register')}</Link>
    </Notice>
  )
}
