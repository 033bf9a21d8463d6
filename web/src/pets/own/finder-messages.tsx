import { Button, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { OwnThread } from '@petsetu/contract/pets/found.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import { IconPaw } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { SectionHeading } from '../../platform/ui/layout/card-parts.tsx'
import { lastWords } from '../../shared/pets/own-threads.ts'
import classes from './finder-messages.module.css'

/** Which pets somebody has found, each once: several people may write about the same one, and a tag can be flooded. */
export function FinderBanner({ threads }: { threads: OwnThread[] }) {
  const newest = threads.filter(({ pet_id }, index) => threads.findIndex((other) => other.pet_id === pet_id) === index)
  return (
    <Stack gap="sm" mb="lg">
      {newest.map((thread) => (
        <FoundPet key={thread.id} thread={thread} />
      ))}
    </Stack>
  )
}

function FoundPet({ thread }: { thread: OwnThread }) {
  const text = useText()
  const language = useLanguage()
  const headingId = useId()
  const { id, pet_name: name, pet_photo: photo, last_message_at: last } = thread
  const words = lastWords(thread, text)
  return (
    <section className={`${card.card} ${classes.found}`} aria-labelledby={headingId}>
      {photo ? (
        <img
          className={classes.photo}
          src={photo.urls.small}
          alt={text('photos.picture', { name })}
          width={72}
          height={72}
          style={{ background: photo.color }}
        />
      ) : (
        <span className={classes.photo}>
          <IconPaw size={36} stroke={1.5} aria-hidden />
        </span>
      )}
      <div>
        <SectionHeading id={headingId}>{text('conversation.somebodyFound', { name })}</SectionHeading>
        <time dateTime={last}>{formatLongTime(last, language)}</time>
        {words && <Text truncate>{words}</Text>}
      </div>
      <Button
        className={classes.read ?? ''}
        component={Link}
        to={paths.foundThread.to({ id })}
        aria-describedby={headingId}
      >
        {text('conversation.readAndAnswer')}
      </Button>
    </section>
  )
}
