import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconClock, IconCoinRupee, IconListCheck } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import classes from './before-you-file.module.css'

export function BeforeYouFile() {
  const text = useText()
  const facts = [
    {
      icon: IconCoinRupee,
      heading: text('complaintForm.cost'),
      how: text('complaintForm.costHow', { amount: formatRupees(FILING_FEE_RUPEES_MIN) }),
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
