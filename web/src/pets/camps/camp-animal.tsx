import { Button, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { CAMP_KIND_TEXTS, type CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { AnimalForm, type CampAnimal, type HelperCamp } from '@petsetu/contract/pets/camps/camps.ts'
import type { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import classes from './camp-page.module.css'

const errorsOf = schemaErrors(AnimalForm.pick({ name: true, type: true, gender: true }))

/** An animal that is not registered yet, as far as somebody has typed it. */
export type TypedAnimal = { name: string; type: string; gender: PetGender | '' }

type RegisterProps = {
  tag: string
  /** By the tag of the animal. */
  typed: Map<string, TypedAnimal>
  onRegister: (animal: Omit<CampAnimal, 'done'>) => Promise<void>
}

/** Registers an animal on the spot, with what one sees of it. Carers add the rest later. */
export function RegisterAnimal({ tag, typed, onRegister }: RegisterProps) {
  const text = useText()
  const before = typed.get(tag)
  const [name, setName] = useState(before?.name ?? '')
  const [type, setType] = useState(before?.type ?? '')
  const [gender, setGender] = useState<PetGender | ''>(before?.gender ?? '')
  const [isTried, setTried] = useState(false)
  // A second tap before the phone has stored the first one registers nobody. After that, the form is gone.
  const isSent = useRef(false)
  useEffect(() => void typed.set(tag, { name, type, gender }), [typed, tag, name, type, gender])
  const errors = errorsOf({ name, type, gender })
  const errorOf = (field: string, value: string) =>
    isTried && (value.trim() === '' ? text('camps.needed') : errors[field])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isSent.current || gender === '' || Object.keys(errors).length > 0) return
    isSent.current = true
    void onRegister({ tag, name: name.trim(), type: type.trim(), gender })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" mb="md">
        <Text c="dimmed">{text('camps.registerHint')}</Text>
        <TextInput
          label={text('camps.name')}
          maxLength={100}
          value={name}
          error={errorOf('name', name)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label={text('camps.type')}
            maxLength={60}
            value={type}
            error={errorOf('type', type)}
            onChange={(event) => setType(event.currentTarget.value)}
          />
          <NativeSelect
            label={text('camps.gender')}
            value={gender}
            error={errorOf('gender', gender)}
            data={[
              { value: '', label: text('camps.choose') },
              { value: 'female', label: text('camps.female') },
              { value: 'male', label: text('camps.male') },
            ]}
            onChange={(event) => setGender(event.currentTarget.value as PetGender | '')}
          />
        </SimpleGrid>
        <Button type="submit" variant="outline">
          {text('camps.register')}
        </Button>
      </Stack>
    </form>
  )
}

type KindsProps = { camp: HelperCamp; done: CampKind[]; onWork: (kind: CampKind) => void }

/** The work that can be done at this camp; what is done already cannot be tapped. */
export function Kinds({ camp, done, onWork }: KindsProps) {
  const text = useText()
  return (
    <SimpleGrid cols={2} spacing="sm">
      {camp.kinds.map(({ kind, product, batch }) => {
        const isDone = done.includes(kind)
        return (
          <Button
            key={kind}
            className={classes.kind ?? ''}
            variant={isDone ? 'default' : 'filled'}
            disabled={isDone}
            leftSection={isDone && <IconCheck size={22} aria-hidden />}
            onClick={() => onWork(kind)}
          >
            <Stack component="span" gap={2}>
              {text(CAMP_KIND_TEXTS[kind])}
              <small>{isDone ? text('camps.isDone') : [product, batch].filter(Boolean).join(' · ')}</small>
            </Stack>
          </Button>
        )
      })}
    </SimpleGrid>
  )
}
