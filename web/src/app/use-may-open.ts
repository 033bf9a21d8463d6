import { useQuery } from '@tanstack/react-query'
import { useUser } from '../auth/session.ts'

/** Tells which paths the admin's duties cover. The table is loaded for an admin who has only some; until then, none is. */
export function useMayOpen(): (path: string) => boolean {
  const user = useUser()
  const { data: table } = useQuery({
    queryKey: ['page-duties'],
    queryFn: () => import('@petsetu/contract/page-duties.ts'),
    enabled: Boolean(user?.duties),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (path) => !user?.duties || Boolean(table?.mayOpen(path, user))
}
