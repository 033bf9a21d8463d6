import { Button } from '@mantine/core'
import { type MemberCard, membershipCalls } from '@petsetu/contract/memberships.ts'
import { IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import { requestData } from '../../lib/request-data.ts'
import { useSave } from '../../ui/form/use-save.ts'
import { DownloadButton } from '../../ui/table/download-button.tsx'
import classes from './member-card-page.module.css'

/** The card as a PDF, what others see, and a new code for a card that got lost. */
export function CardActions({ card }: { card: MemberCard }) {
  const text = useText()
  return (
    <>
      <div className={classes.actions}>
        <DownloadButton call={membershipCalls.cardPdf} input={{}} failure={text('memberCard.pdfFailed')}>
          {text('memberCard.pdf')}
        </DownloadButton>
        <Button
          component="a"
          href={card.path}
          target="_blank"
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {text('memberCard.whatOthersSee')}
        </Button>
      </div>
      <NewCode />
    </>
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
    <section className={classes.again} aria-labelledby="new-code">
      <h2 id="new-code">{text('memberCard.lost')}</h2>
      <p className={classes.hint}>{text('memberCard.lostHint')}</p>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => start(null)}
      >
        {text('memberCard.renew')}
      </Button>
    </section>
  )
}
