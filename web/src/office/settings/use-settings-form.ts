import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { foundationCalls, type SavedSettings } from '@petsetu/contract/office/foundation.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOwnDraft } from '../../people/auth/use-own-draft.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { changesOf, type Texts } from '../../platform/lib/drafts/draft-changes.ts'
import { useDraftedForm } from '../../platform/lib/drafts/use-drafted-form.ts'
import { changeSite } from '../../platform/lib/live-site.ts'
import { callQuery, refetch } from '../../platform/lib/requests/call-query.ts'
import { CallError, request } from '../../platform/lib/requests/request.ts'
import { useConflict } from '../../platform/ui/form/changed-meanwhile.tsx'
import { errorsOf } from './section-values.ts'
import type { Section } from './sections.ts'

/** The settings as they are stored, asked for anew at each visit: a form of old values would hide what others have saved. */
export const storedSettings = { ...callQuery(foundationCalls.read, {}), gcTime: 0, refetchOnWindowFocus: false }

/**
 * The form of one part of the settings. What somebody else has saved in other fields meanwhile is kept; only if it is in the same
 * fields, the person is asked.
 */
export function useSettingsForm(section: Section, saved: SavedSettings) {
  const queries = useQueryClient()
  const drafted = useDraftedForm<Texts>({
    initial: section.valuesOf(saved.settings),
    draft: useOwnDraft(`settings-${section.id}`),
    version: saved.version,
    errorsOf: (values) => errorsOf(section, saved.settings, values),
  })
  const { form, baseVersion, isRestored, rebase, startFrom, clear } = drafted
  const valuesOf = ({ settings }: SavedSettings) => section.valuesOf(settings)
  const conflict = useConflict({ ...drafted, valuesOf, whoChanged: useWhoChanged() })

  // Another part was saved: this one is based on the newer version, too, unless it was changed by somebody else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was saved matters.
  useEffect(() => {
    const stored = valuesOf(saved)
    if (Object.keys(changesOf(stored, form.getInitialValues())).length === 0) rebase(stored, saved.version)
  }, [saved])

  async function put(values: Texts): Promise<SavedSettings> {
    const latest = queries.getQueryData(storedSettings.queryKey)?.data ?? saved
    const body = { ...latest.settings, ...section.partOf(values), version: Number(baseVersion()) }
    return (await request(foundationCalls.update, { body })).reply.data
  }

  async function putOverOthers(values: Texts): Promise<SavedSettings> {
    const base = form.getInitialValues()
    try {
      return await put(values)
    } catch (error) {
      const current = currentOf(error)
      if (!current) throw error
      // The next save sends the other parts, too: they have to be as they are stored now.
      keep(current)
      // Nobody knows what the settings were when a restored draft was typed, so the person decides.
      if (isRestored) throw error
      const changes = changesOf(values, base) as Texts
      const theirs = changesOf(valuesOf(current), base)
      if (Object.keys(theirs).some((field) => field in changes && theirs[field] !== changes[field])) throw error
      rebase(valuesOf(current), current.version)
      return put({ ...valuesOf(current), ...changes })
    }
  }

  const keep = (data: SavedSettings) =>
    queries.setQueryData(storedSettings.queryKey, (reply) => reply && { ...reply, data })

  /** False if somebody else has saved the same fields, which the form then shows. */
  async function save(values: Texts): Promise<boolean> {
    const result = await conflict.saveOrCompare(values, () => putOverOthers(values))
    if (!result) return false
    startFrom(valuesOf(result), result.version)
    keep(result)
    // The menu counts an approval that ends soon.
    void refetch(queries, dashboardCalls.waiting)
    changeSite({ foundationName: result.settings.foundationName })
    return true
  }

  return { form, save, isRestored, clear, conflict: conflict.shown }
}

function currentOf(error: unknown): SavedSettings | null {
  const isConflict = error instanceof CallError && error.code === 'changed_meanwhile'
  return isConflict ? (error.current as SavedSettings) : null
}

type LastChange = { changed_by: string | null; changed_at: string | null }

/** Says who has saved last, and when; empty if nobody has, or if the account is deleted. */
export function useWhoChanged(): (change: LastChange) => string {
  const text = useText()
  const language = useLanguage()
  return ({ changed_by: name, changed_at: at }) =>
    name && at ? text('settings.changedBy', { name, time: formatLongTime(at, language) }) : ''
}
