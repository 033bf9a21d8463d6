import { Button, Group, Text } from '@mantine/core'
import { CAMP_KIND_TEXTS } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { PlainList, TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import { enqueueAgain, type Queued, removeQueued } from './camp-store.ts'

// A slow phone draws the list anew after each work.
const LISTED_MAX = 20

type Props = {
  queue: Queued[]
  othersCount: number
  isSending: boolean
  send: () => void
  nameOf: (tag: string) => string
  /** Shows the form for the animal on this tag; null where there is none. */
  onRegister: ((tag: string) => void) | null
}

/** Lists what waits to be sent, and what the server did not take. */
export function UnsentWorks({ queue, othersCount, isSending, send, nameOf, onRegister }: Props) {
  const text = useText()
  const refused = queue.filter(({ refusal }) => refusal !== null)
  const waiting = queue.filter(({ refusal }) => refusal === null)
  return (
    <>
      {othersCount > 0 && <Notice kind="info">{text('camps.ofOthers', pluralValues(othersCount))}</Notice>}
      {refused.length > 0 && (
        <TitledCard id="camp-refused" title={text('camps.refused')} gap="xs">
          <PlainList>
            {refused.map((queued) => (
              <RefusedWork key={queued.key} queued={queued} nameOf={nameOf} onRegister={onRegister} />
            ))}
          </PlainList>
        </TitledCard>
      )}
      {waiting.length > 0 && (
        <TitledCard id="camp-unsent" title={text('camps.notSent')} gap="xs">
          <PlainList>
            {waiting.slice(-LISTED_MAX).map((queued) => (
              <li key={queued.key}>{deedOf(queued, nameOf, text)}</li>
            ))}
          </PlainList>
          {waiting.length > LISTED_MAX && (
            <Text c="dimmed">{text('camps.moreWait', pluralValues(waiting.length - LISTED_MAX))}</Text>
          )}
          <Button variant="default" disabled={isSending} onClick={send} style={{ alignSelf: 'start' }}>
            {text('camps.sendNow')}
          </Button>
        </TitledCard>
      )}
    </>
  )
}

function RefusedWork({ queued, nameOf, onRegister }: Pick<Props, 'nameOf' | 'onRegister'> & { queued: Queued }) {
  const text = useText()
  const { deed, refusal } = queued
  const of = deedOf(queued, nameOf, text)
  return (
    <li>
      <Text fw={700}>{of}</Text>
      <Text>{refusal?.message}</Text>
      <Group gap="xs">
        {onRegister && refusal?.code === 'animal_not_found' && deed.type === 'work' && (
          <Button
            variant="outline"
            aria-label={`${text('camps.register')}, ${of}`}
            onClick={() => onRegister(deed.tag)}
          >
            {text('camps.register')}
          </Button>
        )}
        <Button
          variant="default"
          aria-label={`${text('camps.sendAgain')}, ${of}`}
          onClick={() => void enqueueAgain(queued)}
        >
          {text('camps.sendAgain')}
        </Button>
        <Button
          variant="subtle"
          color="heart"
          aria-label={`${text('controls.delete')}, ${of}`}
          onClick={() => void removeQueued(queued)}
        >
          {text('controls.delete')}
        </Button>
      </Group>
    </li>
  )
}

function deedOf({ deed }: Queued, nameOf: Props['nameOf'], text: Translate): string {
  if (deed.type === 'animal') return text('camps.registered', { animal: deed.animal.name })
  const work = { work: text(CAMP_KIND_TEXTS[deed.kind]), animal: nameOf(deed.tag) }
  return text(deed.type === 'undo' ? 'camps.undone' : 'camps.done', work)
}
