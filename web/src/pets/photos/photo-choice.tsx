import { Button, Group, Stack, Text } from '@mantine/core'
import { PHOTOS_A_PET_MAX } from '@petsetu/contract/pets/pet-pictures.ts'
import { useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../../platform/ui/feedback/restore-focus.ts'
import { PlainList } from '../../platform/ui/layout/card-parts.tsx'
import { lastControl, PickButton, photoControl } from './photo-manager.tsx'

type Props = { chosen: File[]; onChange: (photos: File[]) => void }

/** Photos for an animal that is not stored yet. They are sent once it has a number. */
export function PhotoChoice({ chosen, onChange }: Props) {
  const text = useText()
  const max = PHOTOS_A_PET_MAX
  const [isOverfull, setOverfull] = useState(false)
  const part = useRef<HTMLDivElement>(null)

  function add(added: File[]) {
    // The same photo again is one photo.
    const all = added.reduce(withPhoto, chosen)
    setOverfull(all.length > max)
    onChange(all.slice(0, max))
    restoreFocus(() => lastControl(part.current))
  }

  function remove(photo: File, place: number) {
    setOverfull(false)
    onChange(chosen.filter((other) => other !== photo))
    restoreFocus(() => photoControl(part.current, place))
  }

  return (
    <Stack gap="sm" ref={part}>
      {chosen.length > 0 && (
        <PlainList>
          {chosen.map((photo, index) => (
            <Group
              component="li"
              key={keyOf(photo)}
              justify="space-between"
              gap="sm"
              wrap="nowrap"
              style={{ overflowWrap: 'anywhere' }}
            >
              <span>{photo.name}</span>
              <Button variant="subtle" data-removes onClick={() => remove(photo, index)} flex="none">
                {text('photos.remove', { number: index + 1 })}
              </Button>
            </Group>
          ))}
        </PlainList>
      )}
      {chosen.length > 0 && <Text c="dimmed">{text('photos.notKept')}</Text>}
      {isOverfull && <Notice kind="info">{text('photos.leftOut', { max })}</Notice>}
      {chosen.length < max && (
        <Group gap="sm">
          <PickButton capture onPick={add} />
          <PickButton onPick={add} />
        </Group>
      )}
    </Stack>
  )
}

const keyOf = ({ name, lastModified, size }: File) => `${name} ${lastModified} ${size}`

const withPhoto = (photos: File[], photo: File) =>
  photos.some((other) => keyOf(other) === keyOf(photo)) ? photos : [...photos, photo]
