import { Button } from '@mantine/core'
import type { EmergencyNumber } from '@petsetu/contract/site.ts'
import { IconPhone } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import classes from './emergency-box.module.css'

type Props = {
  numbers: EmergencyNumber[]
  /** The foundation's own, if it has one. */
  helpline: string | null
}

/** Shows the numbers to call when an animal is in danger now. */
export function EmergencyBox({ numbers, helpline }: Props) {
  const text = useText()
  return (
    <section className={classes.box} aria-labelledby="emergency-heading">
      <div>
        <h2 id="emergency-heading" className={classes.heading}>
          {text('complaintForm.emergency')}
        </h2>
        <p className={classes.how}>{text('complaintForm.emergencyHow')}</p>
      </div>
      <div className={classes.calls}>
        {numbers.map(({ label: name, phone }) => {
          const number = onOneLine(phone)
          const label = name
            ? text('complaintForm.callNamed', { name, number })
            : text('complaintForm.callEmergency', { number })
          return <Call key={phone} phone={phone} label={label} />
        })}
        {helpline && (
          <Call phone={helpline} label={text('complaintForm.callHelpline', { number: onOneLine(helpline) })} />
        )}
      </div>
    </section>
  )
}

function onOneLine(phone: string): string {
  return phone.replaceAll(' ', '\u00a0')
}

function Call({ phone, label }: { phone: string; label: string }) {
  return (
    <Button
      component="a"
      href={`tel:${phone.replace(/[^+\d]/g, '')}`}
      classNames={{ root: classes.call ?? '', label: classes.label ?? '' }}
      variant="default"
      leftSection={<IconPhone size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}
