import { Textarea, TextInput } from '@mantine/core'
import { useText } from '../platform/languages/use-text.tsx'

type Props<Field> = {
  bind: (field: Field) => object
  /** False if somebody else fills it in for the payer: the browser then neither suggests nor remembers anything. */
  isSelf?: boolean
}

/** Asks for the payer, and for ways to reach them. */
export function PayerFields({ bind, isSelf = true }: Props<'name' | 'email' | 'phone'>) {
  const text = useText()
  return (
    <>
      <TextInput label={text('registration.name')} autoComplete={isSelf ? 'name' : 'off'} required {...bind('name')} />
      <TextInput
        label={text('registration.email')}
        type="email"
        autoComplete={isSelf ? 'email' : 'off'}
        required
        {...bind('email')}
      />
      <TextInput
        label={text('registration.phone')}
        type="tel"
        autoComplete={isSelf ? 'tel' : 'off'}
        required
        {...bind('phone')}
      />
    </>
  )
}

export function AddressField({ bind, isSelf = true }: Props<'address'>) {
  const text = useText()
  return (
    <Textarea
      label={text('registration.address')}
      rows={3}
      autoComplete={isSelf ? 'street-address' : 'off'}
      required
      {...bind('address')}
    />
  )
}
