import { dashboardCalls, WAITING_COUNTED_MAX, type WaitingCounts } from '@petsetu/contract/office/dashboard.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../platform/languages/use-text.tsx'
import { callQuery } from '../platform/lib/call-query.ts'
import adminMenuStyles from './admin-menu.module.css'

const COUNTED_AT: Record<string, keyof WaitingCounts> = {
  [paths.complaints.to({})]: 'complaints',
  [paths.foundAbuse.to({})]: 'conversations',
  [paths.privacyRequests.to({})]: 'privacy_requests',
  [paths.grievances.to({})]: 'grievances',
  [paths.paymentReport.to({})]: 'payments',
  [paths.desk.to({})]: 'cheques',
  [paths.mails.to({})]: 'mails',
}

const waiting = callQuery(dashboardCalls.waiting, {})

/** Returns how much waits at an address of the menu; zero while the numbers are not there. Each page and each change asks for them anew. */
export function useWaitingCounts(): (path: string) => number {
  const queries = useQueryClient()
  const { data } = useQuery(waiting)
  const { pathname } = useLocation()
  const isSaving = useIsMutating() > 0
  const asked = useRef(pathname)
  useEffect(() => {
    const isFirst = asked.current === pathname && !isSaving
    asked.current = isSaving ? '' : pathname
    if (!isFirst && !isSaving) void queries.invalidateQueries({ queryKey: waiting.queryKey })
  }, [queries, pathname, isSaving])
  return (path) => {
    const name = COUNTED_AT[path]
    return (name && data?.data[name]) ?? 0
  }
}

/** The id of what describes an entry of the menu; undefined where nothing waits. */
export function describedBy(path: string, count: number): string | undefined {
  return count > 0 ? `waiting${path}` : undefined
}

/** The number beside an entry of the menu, if something waits there. It describes the entry and is no part of its name. */
export function WaitingCount({ path, count }: { path: string; count: number }) {
  const text = useText()
  if (count === 0) return null
  const shown = count < WAITING_COUNTED_MAX ? formatCount(count) : `${formatCount(WAITING_COUNTED_MAX - 1)}+`
  return (
    <span className={adminMenuStyles.count} aria-hidden>
      {shown}
      <span id={describedBy(path, count)} className="visually-hidden">
        {text('layout.waiting', { shown })}
      </span>
    </span>
  )
}
