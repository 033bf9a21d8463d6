import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { CampAnimal } from '@petsetu/contract/pets/camps/camps.ts'
import type { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import classes from './camp-page.module.css'

type Props = { tag: string; onRegister: (animal: Omit<CampAnimal, 'done'>) => Promise<void> }

/** Registers an animal on the spot, with what one sees of it. Carers add the rest later. */
export function RegisterAnimal({ tag, onRegister }: Props) {
  const text = useText()
  const [name, setName] = useState('')
  const [type, setType] = useState('')
  const [gender, setGender] = useState<PetGender | ''>('')
  const [isTried, setTried] = useState(false)
  const missing = (value: string) => isTried && value.trim() === '' && text('camps.needed')

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (gender !== '' && name.trim() && type.trim())
      void onRegister({ tag, name: name.trim(), type: type.trim(), gender })
  }

  return (
    <form className={classes.register} onSubmit={submit} noValidate>
      <p className={classes.soft}>{text('camps.registerHint')}</p>
      <TextInput
        label={text('camps.name')}
        maxLength={100}
        value={name}
        error={missing(name)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.genders}>
        <TextInput
          label={text('camps.type')}
          maxLength={60}
          value={type}
          error={missing(type)}
          onChange={(event) => setType(event.currentTarget.value)}
        />
        <NativeSelect
          label={text('camps.gender')}
          value={gender}
          error={missing(gender)}
          data={[
            { value: '', label: text('camps.choose') },
            { value: 'female', label: text('camps.female') },
            { value: 'male', label: text('camps.male') },
          ]}
          onChange={(event) => setGender(event.currentTarget.value as PetGender | '')}
        />
      </div>
      <Button type="submit" variant="outline">
        {text('camps.register')}
      </Button>
    </form>
  )
}
