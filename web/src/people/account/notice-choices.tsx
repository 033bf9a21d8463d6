import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox } from '@mantine/core'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { PUSH_KINDS, type PushKind, pushCalls } from '@petsetu/contract/people/push.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { findPushDevice, refuseNotices, subscribe } from '../../platform/lib/push-device.ts'
import { request } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { withNotice } from '../../shared/privacy/with-notice.ts'
import { ownAccount, useOwnAccount } from '../auth/own-account.ts'
import { useUser } from '../auth/session.ts'

const LABELS: Record<PushKind, { label: PlainId; duty?: Duty }> = {
  found: { label: 'pushChoice.found' },
  'lost-scan': { label: 'pushChoice.lostScan' },
  'care-due': { label: 'pushChoice.careDue' },
  'urgent-case': { label: 'pushChoice.urgentCase', duty: 'cases' },
  'waiting-money': { label: 'pushChoice.waitingMoney', duty: 'money' },
}

type Choice = 'unable' | { kinds: PushKind[] }

export const ownChoice = queryOptions({ queryKey: ['push-choice'], queryFn: readChoice })

/** Reads what this browser is told of for the account. Null kinds are none: it is not known. */
async function readChoice(): Promise<Choice> {
  const device = await findPushDevice()
  if (device === 'unable' || (await requestData(pushCalls.key, {})).public_key === null) return 'unable'
  if (device === 'free') return { kinds: [] }
  const { kinds } = await requestData(pushCalls.state, { body: { endpoint: device.endpoint } })
  return { kinds: kinds ?? [] }
}

/** Notices of this device, each kind with a switch of its own. */
export function PushChoice() {
  const text = useText()
  const choice = useQuery(ownChoice)
  return (
    <Loaded query={choice} skeleton={<FormSkeleton />} failure={text('pushChoice.loadFailed')}>
      {(found) => (found === 'unable' ? <p>{text('pushChoice.unable')}</p> : <Kinds chosen={found.kinds} />)}
    </Loaded>
  )
}

function Kinds({ chosen }: { chosen: PushKind[] }) {
  const text = useText()
  const user = useUser()
  const queries = useQueryClient()
  // The newest choice until it is saved. The browser may take a second to save one, and several kinds are ticked in less.
  const [wish, setWish] = useState<PushKind[] | null>(null)
  const sent = useRef<PushKind[] | null>(null)
  const saving = useSave({
    call: pushCalls.save,
    send(kinds: PushKind[]) {
      sent.current = kinds
      return saveKinds(kinds)
    },
    onSaved(saved, kinds) {
      // Whoever switches a kind off is not asked about it elsewhere.
      if (chosen.some((kind) => !kinds.includes(kind))) refuseNotices()
      queries.setQueryData(ownChoice.queryKey, saved)
    },
    success: (saved) => text(saved === 'unable' ? 'pushChoice.unable' : 'pushChoice.saved'),
    failure: { fallback: text('pushChoice.failed') },
  })
  const offered = PUSH_KINDS.filter((kind) => isFor(user, LABELS[kind].duty))
  const isOn = (kind: PushKind) => (wish ?? chosen).includes(kind)

  function choose(kinds: PushKind[]) {
    setWish(kinds)
    // Does nothing while another choice is saved.
    saving.start(kinds)
  }

  function toggle(kind: PushKind) {
    // The second click of a double click changes nothing.
    if (isOn(kind) === chosen.includes(kind)) choose(PUSH_KINDS.filter((one) => isOn(one) !== (one === kind)))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a choice is saved, or has failed.
  useEffect(() => {
    if (saving.isBusy || !wish) return
    if (wish === sent.current) setWish(null)
    else saving.start(wish)
  }, [saving.isBusy])

  return (
    <>
      <p>{text('pushChoice.hint')}</p>
      {offered.map((kind) => (
        <Checkbox
          key={kind}
          mt={12}
          label={text(LABELS[kind].label)}
          checked={isOn(kind)}
          // Not disabled while it is saved: that would take the focus from the keyboard.
          onChange={() => toggle(kind)}
        />
      ))}
      {chosen.length > 0 && (
        <Button mt={16} variant="default" disabled={saving.isBusy} onClick={() => choose([])}>
          {text('pushChoice.allOff')}
        </Button>
      )}
    </>
  )
}

/** Everybody may own pets and look after animals; admins also hear of what is their duty. */
function isFor(user: ReturnType<typeof useUser>, duty: Duty | undefined): boolean {
  return duty === undefined || (user !== null && hasDuty(user, duty))
}

/** Without any kind the browser is forgotten. It asks its owner only for the first. */
async function saveKinds(kinds: PushKind[]): Promise<Choice> {
  if (kinds.length > 0) {
    const device = await subscribe()
    if (!device) return 'unable'
    await request(pushCalls.save, { body: { ...device, kinds } })
  } else {
    const device = await findPushDevice()
    if (typeof device === 'object') await request(pushCalls.remove, { body: { endpoint: device.endpoint } })
  }
  return { kinds }
}

/** The choice of reminders by email. One click changes and saves it. */
export function ReminderChoice() {
  const text = useText()
  const account = useOwnAccount()
  const choice = useSave({
    call: accountCalls.chooseReminders,
    send: choose,
    onSaved: (saved, _, queries) => queries.setQueryData(ownAccount.queryKey, saved),
    success: (saved) => text(saved.wants_reminders ? 'accountReminders.on' : 'accountReminders.off'),
    failure: { fallback: text('accountReminders.failed') },
  })
  return (
    <Loaded query={account} skeleton={<FormSkeleton />} failure={text('accountEmail.loadFailed')}>
      {({ wants_reminders }) => (
        <Checkbox
          label={text('signUp.reminders')}
          description={`${text('signUp.remindersHint')} ${text('mailPreferences.whatStays')}`}
          checked={wants_reminders}
          onChange={({ currentTarget }) => choice.start(currentTarget.checked)}
        />
      )}
    </Loaded>
  )
}

const choose = (wants_reminders: boolean) =>
  requestData(accountCalls.chooseReminders, { body: { wants_reminders } }, withNotice)
