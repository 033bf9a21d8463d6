import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import classes from './emergency-box.module.css'

const EMERGENCY_PHONE = '112'

/** Whom to call when an animal is in danger now. `helpline` is the foundation's number, if it has one. */
export function EmergencyBox({ helpline }: { helpline: string | null }) {
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
        <Call phone={EMERGENCY_PHONE} label={text('complaintForm.callEmergency')} />
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
      className={classes.call ?? ''}
      variant="default"
      leftSection={<IconPhone size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}
