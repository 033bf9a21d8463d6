import { donationCalls, type ListedDonation } from '@petsetu/contract/donations.ts'
import { useRef, useState } from 'react'
import { useOwnDraft } from '../../auth/use-own-draft.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { requestData } from '../../lib/request-data.ts'
import classes from '../../ui/feedback/dialog.module.css'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'

/** Shows the whole PAN of a donation to an admin who says why; both go into the log. */
export function ShowPanDialog({ donation, onClose }: { donation: ListedDonation; onClose: () => void }) {
  const text = useText()
  const { id, name } = donation
  const dialog = useRef<HTMLDialogElement>(null)
  const [pan, setPan] = useState<string | null>(null)
  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`show-pan-${id}`)}
      title={text('donations.showPanQuestion', { name })}
      explanation={text('donations.showPanExplanation')}
      label={text('donations.reason')}
      submitLabel={text('donations.showPan')}
      failureText={text('donations.showPanFailed')}
      onSubmit={async (body) =>
        setPan((await requestData(donationCalls.showPan, { params: { id: String(id) }, body })).pan)
      }
      answer={
        pan !== null && (
          <p className={classes.text} role="status">
            <RichText id="donations.panIs" fill={{ name, pan, strong: (content) => <strong>{content}</strong> }} />
          </p>
        )
      }
      onClose={onClose}
    />
  )
}
