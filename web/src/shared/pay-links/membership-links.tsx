import { Button, Stack, Text } from '@mantine/core'
import { type ReportedMembership, reportCalls } from '@petsetu/contract/office/reports.ts'
import { linkCalls, type MadePayLink } from '@petsetu/contract/payments/links.ts'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/requests/call-query.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { RowMenu } from '../../platform/lists/row-menu.tsx'
import { Dialog, type DialogHandle } from '../../platform/ui/dialog/dialog.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { isPaid, isStillOpen, LinkList, NewLink, RELOAD_LINKS_MS } from './pay-links.tsx'

type Member = Pick<ReportedMembership, 'id' | 'username' | 'status'>

/** A menu in the row of a membership that shows its pay links, and makes one: for what is pending, or to renew. */
export function MembershipLinks({ membership }: { membership: Member }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<DialogHandle>(null)
  if (membership.status === 'cancelled') return null
  return (
    <>
      <RowMenu
        of={String(membership.id)}
        actions={[
          {
            label: text('payLinks.heading'),
            name: `${text('payLinks.heading')} ${membership.id}`,
            icon: IconLink,
            onChoose: () => setOpen(true),
          },
        ]}
      />
      {isOpen && (
        <Dialog
          ref={dialog}
          title={`${text('payLinks.heading')}: ${membership.username}`}
          onClose={() => setOpen(false)}
        >
          <LinksOfMembership membership={membership} />
        </Dialog>
      )}
    </>
  )
}

function LinksOfMembership({ membership: { id, status } }: { membership: Member }) {
  const text = useText()
  const params = { id: String(id) }
  const [made, setMade] = useState<MadePayLink | null>(null)
  const links = useQuery({ ...callQuery(linkCalls.listForMembership, { params }), refetchInterval: RELOAD_LINKS_MS })
  const open = made && isStillOpen(made, links.data?.data) ? made : null
  const isPending = status === 'pending'
  const make = (body: { is_renewal: boolean; link_id?: number }) =>
    requestData(linkCalls.makeForMembership, { params, body })
  const { start, isBusy } = useSave({
    call: linkCalls.makeForMembership,
    // The row may be older than the payment: without saying so, the link would be one for the next term.
    send: (_: null) => make({ is_renewal: !isPending }),
    invalidates: [linkCalls.listForMembership, reportCalls.memberships],
    onSaved: (link) => setMade(link),
    failure: { fallback: text('payLinks.makeFailed') },
  })
  return (
    <Stack align="flex-start" gap="sm" mt="md">
      <Text c="dimmed">{text('payLinks.hint')}</Text>
      {open && !isPaid(open, links.data?.data) && <NewLink made={open} />}
      {!open && (
        <Button loading={isBusy} leftSection={<IconLink size={18} aria-hidden />} onClick={() => start(null)}>
          {text(isPending ? 'payLinks.make' : 'payLinks.renew')}
        </Button>
      )}
      <LinkList
        purpose="membership"
        query={links}
        getAgain={({ id: linkId, subject_id }) => make({ is_renewal: subject_id !== id, link_id: linkId })}
        made={open}
      />
    </Stack>
  )
}
