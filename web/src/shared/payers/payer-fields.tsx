import { useText } from '../../platform/languages/use-text.tsx'
import { Field, LongField } from '../../platform/public-form/field.tsx'

type Props<Name> = {
  bind: (field: Name) => object
  /** False if somebody else fills it in for the payer: the browser then neither suggests nor remembers anything. */
  isSelf?: boolean
  /** The e-mail address, or the address, may stay empty. */
  isOptional?: boolean
}

/** Asks for the payer, and for ways to reach them. */
export function PayerFields({ bind, isSelf = true, isOptional = false }: Props<'name' | 'email' | 'phone'>) {
  const text = useText()
  return (
    <>
      <Field
        name="name"
        label={text('registration.name')}
        autoComplete={isSelf ? 'name' : 'off'}
        required
        {...bind('name')}
      />
      <Field
        name="email"
        label={text('registration.email')}
        type="email"
        autoComplete={isSelf ? 'email' : 'off'}
        required={!isOptional}
        {...bind('email')}
      />
      <Field
        name="phone"
        label={text('registration.phone')}
        type="tel"
        autoComplete={isSelf ? 'tel' : 'off'}
        required
        {...bind('phone')}
      />
    </>
  )
}

export function AddressField({ bind, isSelf = true, isOptional = false }: Props<'address'>) {
  const text = useText()
  return (
    <LongField
      name="address"
      label={text('registration.address')}
      rows={2}
      autoComplete={isSelf ? 'street-address' : 'off'}
      required={!isOptional}
      {...bind('address')}
    />
  )
}
