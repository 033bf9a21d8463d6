import { Textarea, TextInput } from '@mantine/core'
import { useText } from '../languages/use-text.tsx'

type Props<Field> = { bind: (field: Field) => object }

/** Who pays, and how to reach them. */
export function PayerFields({ bind }: Props<'name' | 'email' | 'phone'>) {
  const text = useText()
  return (
    <>
      <TextInput label={text('registration.name')} autoComplete="name" required {...bind('name')} />
      <TextInput label={text('registration.email')} type="email" autoComplete="email" required {...bind('email')} />
      <TextInput label={text('registration.phone')} type="tel" autoComplete="tel" required {...bind('phone')} />
    </>
  )
}

export function AddressField({ bind }: Props<'address'>) {
  const text = useText()
  return (
    <Textarea
      label={text('registration.address')}
      rows={3}
      autoComplete="street-address"
      required
      {...bind('address')}
    />
  )
}
