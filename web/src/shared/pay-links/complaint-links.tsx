import { Button, Stack, TextInput } from '@mantine/core'
import { FilingFee } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { isFeeDue } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { describeProblem } from '@petsetu/contract/platform/problem.ts'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { typedRupees } from '../../platform/lib/amounts.ts'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { LINK_KINDS, LinkList, madeLinkOf, NewLink } from './pay-links.tsx'

const KIND = LINK_KINDS.complaint
// Whoever has got the link opens and pays it while the case is looked at.
const RELOAD_MS = 60 * 1_000

/** The pay links of a case: one can be made while its fee is due, and each shows whether it was sent, opened and paid. */
export function ComplaintLinks({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const { id } = complaint
  const params = { id: String(id) }
  const [made, setMade] = useState(() => madeLinkOf('complaint', id))
  const links = useQuery({ ...callQuery(linkCalls.listForComplaint, { params }), refetchInterval: RELOAD_MS })
  const isDue = isFeeDue(complaint)
  const { start, isBusy } = useSave({
    call: linkCalls.makeForComplaint,
    send: (amount: number) => requestData(linkCalls.makeForComplaint, { params, body: { amount } }),
    invalidates: [linkCalls.listForComplaint],
    onSaved: (link) => setMade(link),
    failure: { fallback: text('payLinks.makeFailed') },
  })
  return (
    <Stack component="section" align="flex-start" gap="sm" aria-label={text('payLinks.heading')}>
      {isDue && !made && <FeeForm isBusy={isBusy} onMake={start} />}
      {isDue && made && <NewLink kind={KIND} made={made} />}
      <LinkList kind={KIND} query={links} />
    </Stack>
  )
}

function FeeForm({ isBusy, onMake }: { isBusy: boolean; onMake: (amount: number) => void }) {
  const text = useText()
  const [typed, setTyped] = useState(String(FILING_FEE_RUPEES_MIN))
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const fee = FilingFee.safeParse(typedRupees(typed))
        setProblem(fee.success ? null : describeProblem(text, fee.error.issues[0]?.message ?? ''))
        if (fee.success) onMake(fee.data)
      }}
    >
      <Stack align="flex-start" gap="sm">
        <TextInput
          label={text('payLinks.fee')}
          description={text('payLinks.hint')}
          inputMode="decimal"
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy} leftSection={<IconLink size={18} aria-hidden />}>
          {text('payLinks.make')}
        </Button>
      </Stack>
    </form>
  )
}
