import { useMediaQuery } from '@mantine/hooks'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { type AppSite, FEE_PLACEHOLDER } from '@petsetu/contract/site.ts'
import { counted, formatRupees } from '@petsetu/languages/formats.ts'
import { IconClock, IconCoinRupee, IconListCheck } from '@tabler/icons-react'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import classes from './before-you-file.module.css'

const WIDE = '(width >= 720px)'

/** The fee, the steps and the time; on a phone one closed line, so that the form begins on the first screen. */
export function BeforeYouFile({ site }: { site: AppSite }) {
  const text = useText()
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  if (isWide) return <Facts site={site} />
  return (
    <details className={classes.folded}>
      <summary className={classes.summary}>{text('complaintForm.howItWorks')}</summary>
      <Facts site={site} />
    </details>
  )
}

function Facts({ site: { feeTexts, complaintDaysMax } }: { site: AppSite }) {
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
    {
      icon: IconClock,
      heading: text('complaintForm.time'),
      how: `${text('complaintForm.actWithin', counted(Math.max(1, complaintDaysMax)))} ${text('complaintForm.timeHow')}`,
    },
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
