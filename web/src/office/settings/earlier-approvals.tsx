import type { Approval } from '@petsetu/contract/office/foundation-form.ts'
import { formatLongDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import classes from './settings.module.css'

/** The approvals of earlier terms, one line each. They hold for the donations of their days. */
export function EarlierApprovals({ approvals }: { approvals: Approval[] }) {
  const text = useText()
  if (approvals.length === 0) return null
  return (
    <div>
      <h3 id="earlier-approvals" className={classes.subheading}>
        {text('settings.earlierApprovals')}
      </h3>
      <ul aria-labelledby="earlier-approvals" className={classes.earlier}>
        {approvals.map(({ donationSection, approvalNumber, approvalDay, approvedFrom, approvedUntil }) => (
          <li key={approvedFrom}>
            {text('settings.earlierApproval', {
              section: donationSection,
              number: approvalNumber,
              day: formatLongDay(approvalDay),
              from: formatLongDay(approvedFrom),
              until: formatLongDay(approvedUntil),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
