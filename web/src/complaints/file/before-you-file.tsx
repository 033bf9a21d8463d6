import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconClock, IconCoinRupee, IconListCheck } from '@tabler/icons-react'
import classes from './before-you-file.module.css'

const FACTS = [
  {
    icon: IconCoinRupee,
    heading: 'What it costs',
    text: `A filing fee of ${formatRupees(FILING_FEE_RUPEES_MIN)}, or more if you like. You pay it by UPI, card or net banking.`,
  },
  {
    icon: IconListCheck,
    heading: 'What happens next',
    text: 'We save your complaint and give you its ID, you pay the fee, and our team takes it up. We will contact you by phone or e-mail.',
  },
  {
    icon: IconClock,
    heading: 'How long it takes',
    text: 'About five minutes to fill in the form and one minute to pay. A photo or a report helps, but you can file without one.',
  },
]

export function BeforeYouFile() {
  return (
    <ul className={classes.facts}>
      {FACTS.map(({ icon: Icon, heading, text }) => (
        <li key={heading} className={classes.fact}>
          <Icon className={classes.icon} size={28} stroke={1.5} aria-hidden />
          <h2 className={classes.heading}>{heading}</h2>
          <p className={classes.text}>{text}</p>
        </li>
      ))}
    </ul>
  )
}
