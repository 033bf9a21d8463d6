import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { FeeLinkForm } from '@petsetu/contract/complaints/complaint-schemas.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls, type MadePayLink } from '@petsetu/contract/payments/links.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { IconLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { typedRupees } from '../../../platform/lib/amounts.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { isStillOpen, keyOfMadeLink, LinkList, NewLink, RELOAD_LINKS_MS } from '../../../shared/pay-links/pay-links.tsx'
import { isFeeWanted } from './fee-wanted.ts'

/** The pay links of a case: one can be made while its fee is due, and each shows whether it was sent, opened and paid. */
export function ComplaintLinks({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const { id } = complaint
  const params = { id: String(id) }
  const queries = useQueryClient()
  const [made, setMade] = useState(() => queries.getQueryData<MadePayLink>(keyOfMadeLink(id)))
  const links = useQuery({ ...callQuery(linkCalls.listForComplaint, { params }), refetchInterval: RELOAD_LINKS_MS })
  const isDue = isFeeWanted(complaint)
  const open = made && isStillOpen(made, links.data?.data) ? made : null
  const make = (body: { amount: number; link_id?: number }) => requestData(linkCalls.makeForComplaint, { params, body })
  const { save } = useSave({
    call: linkCalls.makeForComplaint,
    send: (amount: number) => make({ amount }),
    invalidates: [linkCalls.listForComplaint],
    onSaved: (link) => setMade(link),
  })
  return (
    <Stack component="section" align="flex-start" gap="sm" aria-label={text('payLinks.heading')}>
      {/* Without it, a paid link looks like a second payment. */}
      {links.data && links.data.data.length > 0 && (
        <Title order={3} size="1rem" lh={1.2}>
          {text('payLinks.heading')}
        </Title>
      )}
      {isDue && !open && <FeeForm complaintId={id} onMake={save} />}
      {isDue && open && <NewLink made={open} />}
      <LinkList
        purpose="complaint"
        query={links}
        getAgain={({ id: linkId, amount }) => make({ amount: amount ?? 0, link_id: linkId })}
        made={open}
      />
    </Stack>
  )
}

const errorsOf = schemaErrors(FeeLinkForm)

type FeeProps = { complaintId: number; onMake: (amount: number) => Promise<unknown> }

function FeeForm({ complaintId, onMake }: FeeProps) {
  const text = useText()
  const { form, forgetDraft } = useDraftedForm({
    initial: { amount: String(FILING_FEE_RUPEES_MIN) },
    draft: useOwnDraft(`pay-link-${complaintId}`),
    errorsOf: ({ amount }) => errorsOf({ amount: typedRupees(amount) }),
    checksOnBlur: false,
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('payLinks.makeFailed'), async ({ amount }) => {
    await onMake(typedRupees(amount))
    await forgetDraft()
  })
  return (
    <form {...formProps}>
      <Stack gap="sm">
        {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
        <Group align="end" gap="xs">
          <TextInput
            flex="1 1 8rem"
            label={text('payLinks.fee')}
            description={text('payLinks.hint')}
            inputMode="decimal"
            {...form.getInputProps('amount')}
          />
          <Button type="submit" variant="light" loading={isBusy} leftSection={<IconLink size={18} aria-hidden />}>
            {text('payLinks.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
