import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { FEE_PLACEHOLDER, type FeeTexts } from '@petsetu/contract/site.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconClock, IconCoinRupee, IconListCheck } from '@tabler/icons-react'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import classes from './before-you-file.module.css'

/** `feeTexts` are the foundation's own sentences about the fee. */
export function BeforeYouFile({ feeTexts }: { feeTexts: FeeTexts }) {
  const text = useText()
  const own = feeTexts[useLanguage()]
  const amount = formatRupees(FILING_FEE_RUPEES_MIN)
  const facts = [
    {
      icon: IconCoinRupee,
      heading: text('complaintForm.cost'),
      how: own ? own.replaceAll(FEE_PLACEHOLDER, amount) : text('complaintForm.costHow', { amount }),
    },
    { icon: IconListCheck, heading: text('complaintForm.next'), how: text('complaintForm.nextHow') },
    { icon: IconClock, heading: text('complaintForm.time'), how: text('complaintForm.timeHow') },
  ]
  return (
    <ul className={classes.facts}>
      {facts.map(({ icon: Icon, heading, how }) => (
        <li key={heading} className={classes.fact}>
          <Icon className={classes.icon} size={28} stroke={1.5} aria-hidden />
          <h2 className={classes.heading}>{heading}</h2>
          <p className={classes.text}>{how}</p>
        </li>
      ))}
    </ul>
  )
}
