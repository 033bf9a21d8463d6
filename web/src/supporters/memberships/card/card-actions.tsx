import { Button, Stack, Text } from '@mantine/core'
import { type MemberCard, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { TitledCard } from '../../../platform/ui/layout/card-parts.tsx'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'

type ActionsProps = { path: MemberCard['path']; isMain?: boolean }

/** Offers the card as a PDF, and the page that others see. `isMain` is false where another button is the main one. */
export function CardActions({ path, isMain = true }: ActionsProps) {
  const text = useText()
  return (
    <>
      <DownloadButton
        call={membershipCalls.cardPdf}
        input={{}}
        failure={text('memberCard.pdfFailed')}
        variant={isMain ? 'filled' : 'default'}
      >
        {text('memberCard.pdf')}
      </DownloadButton>
      <Button component="a" href={path} target="_blank" variant="subtle" px={8}>
        {text('memberCard.whatOthersSee')}
      </Button>
    </>
  )
}

/** Replaces the code of a card that got lost. */
export function LostCard() {
  const text = useText()
  return (
    <TitledCard title={text('memberCard.lost')} gap="sm">
      <NewCode />
    </TitledCard>
  )
}

/** The same behind its question, where it is rarely needed, without a card of its own. */
export function FoldedLostCard() {
  const text = useText()
  return (
    <details>
      <summary className={fold.unfolds}>{text('memberCard.lost')}</summary>
      <Stack gap="sm" py="xs">
        <NewCode />
      </Stack>
    </details>
  )
}

function NewCode() {
  const text = useText()
  const { start, isBusy } = useSave({
    call: membershipCalls.renewCard,
    send: (_: null) => requestData(membershipCalls.renewCard, {}),
    confirm: () => ({
      title: text('memberCard.renewQuestion'),
      children: text('memberCard.renewExplanation'),
      confirmLabel: text('memberCard.renew'),
    }),
    invalidates: [membershipCalls.card],
    success: () => text('memberCard.renewed'),
    failure: { fallback: text('memberCard.renewFailed') },
  })
  return (
    <>
      <Text maw="var(--line-length)" c="dimmed">
        {text('memberCard.lostHint')}
      </Text>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={isBusy}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => start(null)}
      >
        {text('memberCard.renew')}
      </Button>
    </>
  )
}
