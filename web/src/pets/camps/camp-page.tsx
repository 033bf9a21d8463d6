import { Box, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { CAMP_KIND_TEXTS, type CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import type { CampAnimal, HelperCamp } from '@petsetu/contract/pets/camps/camps.ts'
import { shownKind } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId, normalizePetId, PET_ID_LENGTH } from '@petsetu/contract/pets/pet-id.ts'
import { type AppSite, SERVICE_WORKER_PATH } from '@petsetu/contract/site/site.ts'
import { formatCount, pluralValues } from '@petsetu/languages/formats.ts'
import { IconArrowBackUp, IconCamera, IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { ownerOf, useUser } from '../../people/auth/session.ts'
import { formatUnbrokenDay } from '../../platform/languages/page-formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { serverToday } from '../../platform/lib/requests/server-clock.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../platform/ui/feedback/error-box.tsx'
import { lazyPart } from '../../platform/ui/feedback/lazy-part.tsx'
import { TableSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import { BackLink } from '../../platform/ui/layout/back-link.tsx'
import card from '../../platform/ui/layout/card.module.css'
import { PlainList, SectionHeading, TitledCard } from '../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { Kinds, RegisterAnimal, type TypedAnimal } from './camp-animal.tsx'
import classes from './camp-page.module.css'
import { enqueue } from './camp-store.ts'
import { UnsentWorks } from './unsent-works.tsx'
import { countsOf, findAnimal, useCamp } from './use-camp.ts'

const Scanner = lazyPart(async () => (await import('./scanner.tsx')).Scanner)

/** The page of a helper with a phone in one hand: tag after tag, one tap for each piece of work, also without a connection. */
export function CampPage({ site }: { site: AppSite }) {
  const text = useText()
  const { id = '' } = useParams()
  const owner = ownerOf(useUser())
  const { camp, problem, load, ...sending } = useCamp(owner, Number(id))
  return (
    <>
      <BackLink to={paths.camps.to({})}>{text('camps.backToCamps')}</BackLink>
      <PageTitle isCompact hint={camp && <DayAndWard camp={camp} />}>
        {camp?.name ?? text('titles.camp')}
      </PageTitle>
      {camp && <CampWork key={camp.id} camp={camp} owner={owner} site={site} {...sending} />}
      {!camp && problem === null && <TableSkeleton rows={4} />}
      {problem === 'failed' && <ErrorBox message={text('camps.loadFailed')} onRetry={load} />}
      {problem === 'missing' && <EmptyState picture="pets" message={text('camps.missing')} />}
      {/* Work stays here where its camp is gone, until it is sent after all or deleted. */}
      {problem !== null && (
        <Stack>
          <UnsentWorks {...sending} nameOf={groupPetId} onRegister={null} />
        </Stack>
      )}
    </>
  )
}

/** The day and the ward, and that the camp is over: what is added now belongs to that day. */
function DayAndWard({ camp: { day, ward } }: { camp: HelperCamp }) {
  const text = useText()
  return (
    <Group component="span" gap="4px 12px">
      <span>
        {formatUnbrokenDay(day)} · {ward}
      </span>
      {day < serverToday() && (
        <StatusBadge tone="expired" icon={IconCircleCheck}>
          {text('camps.over')}
        </StatusBadge>
      )}
    </Group>
  )
}

type Sending = Pick<ReturnType<typeof useCamp>, 'queue' | 'othersCount' | 'doubled' | 'isSending' | 'send'>
type WorkProps = Sending & { camp: HelperCamp; owner: string; site: AppSite }

/** The work that was done last on this page, which can be taken back. */
type Last = { key: string; tag: string; kind: CampKind }

function CampWork({ camp, owner, site, doubled, ...sending }: WorkProps) {
  const text = useText()
  const [tag, setTag] = useState<string | null>(null)
  const [isScanning, setScanning] = useState(false)
  const [last, setLast] = useState<Last | null>(null)
  // The work of the newest tap, until the page knows it. A second tap would be a work that somebody has done before.
  const [begun, setBegun] = useState<Omit<Last, 'key'> | null>(null)
  const [isUnkept, setUnkept] = useState(false)
  const isKept = useKeptPage(site.hasServiceWorker)
  // The camera may read another tag while somebody types.
  const [typed] = useState(() => new Map<string, TypedAnimal>())
  const place = { owner, campId: camp.id }

  async function work(kind: CampKind) {
    if (tag === null) return
    setBegun({ tag, kind })
    const { key, isKept: isStored } = await enqueue(place, { type: 'work', tag, kind })
    setLast({ key, tag, kind })
    setUnkept(!isStored)
  }

  /** Forgets the last work, but not a newer tap that is still being stored. */
  function dropLast() {
    setLast(null)
    setBegun((now) => (now?.tag === last?.tag && now?.kind === last?.kind ? null : now))
  }

  async function undo() {
    if (!last) return
    dropLast()
    await enqueue(place, { type: 'undo', tag: last.tag, kind: last.kind, workKey: last.key })
  }

  async function register(animal: Omit<CampAnimal, 'done'>) {
    const { isKept: isStored } = await enqueue(place, { type: 'animal', animal })
    setUnkept(!isStored)
  }

  /** Counts the registrations of a tag that the server has refused. After each, the form can be sent anew. */
  function refusalsOf(one: string): number {
    const refused = sending.queue.filter(({ refusal }) => refusal !== null)
    return refused.filter(({ deed }) => deed.type === 'animal' && deed.animal.tag === one).length
  }

  const scanned = useCallback((found: string) => setTag(found), [])
  const animal = tag === null ? null : findAnimal(camp, tag)
  // A work that the server has refused is not done, and stays so if it is deleted from the list.
  if (sending.queue.some(({ key, refusal }) => key === last?.key && refusal !== null)) dropLast()
  if (begun && findAnimal(camp, begun.tag)?.done.includes(begun.kind)) setBegun(null)
  // Whoever was second has done nothing that could be taken back.
  const own = last?.key === doubled?.queued.key ? null : last
  const isOver = camp.day < serverToday()
  const counted = (
    <>
      <Counter camp={camp} unsent={sending.queue.filter(({ refusal }) => refusal === null).length} />
      <UnsentWorks {...sending} nameOf={(one) => nameOf(camp, one)} onRegister={setTag} />
    </>
  )
  const opensOffline = isKept && <Text c="dimmed">{text('camps.opensOffline')}</Text>
  const next = text(countsOf(camp).animals === 0 ? 'camps.begin' : 'camps.next')
  const entry = (
    <>
      {isUnkept && <Notice kind="failed">{text('camps.unkept')}</Notice>}
      {isScanning && <Scanner onTag={scanned} onClose={() => setScanning(false)} />}
      <Stack gap="xs" className={(isOver ? card.card : classes.tag) ?? ''}>
        {isOver && <SectionHeading>{text('camps.addLate')}</SectionHeading>}
        <Group gap="sm" align="end" wrap="nowrap">
          <TagField onTag={setTag} />
          {!isScanning && (
            <Button
              size="lg"
              variant={tag === null && !isOver ? 'filled' : 'default'}
              leftSection={<IconCamera size={24} aria-hidden />}
              onClick={() => setScanning(true)}
            >
              {text('camps.scan')}
            </Button>
          )}
        </Group>
        {tag === null && <Text c="dimmed">{isOver ? next : text('camps.tagIdHint')}</Text>}
      </Stack>
      {tag !== null && (
        <section className={card.card} aria-labelledby="camp-animal">
          <Title order={2} id="camp-animal" size="1.375rem" lh={1.2}>
            {animal?.name || text('camps.unknown')}
          </Title>
          <Text c="dimmed" mb="sm">
            {groupPetId(tag)}
            {animal?.type && ` · ${shownKind(animal.type, text)} · ${text(`camps.${animal.gender}`)}`}
          </Text>
          {!animal?.name && (
            <RegisterAnimal key={`${tag} ${refusalsOf(tag)}`} tag={tag} typed={typed} onRegister={register} />
          )}
          <Kinds
            camp={camp}
            done={[...(animal?.done ?? []), ...(begun?.tag === tag ? [begun.kind] : [])]}
            onWork={(kind) => void work(kind)}
          />
        </section>
      )}
      <Text className={classes.said ?? ''} c="dimmed" role="status">
        {own && text('camps.done', { work: text(CAMP_KIND_TEXTS[own.kind]), animal: nameOf(camp, own.tag) })}
      </Text>
      {own && (
        <Button variant="default" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={() => void undo()}>
          {text('camps.undo')}
        </Button>
      )}
      {tag === null && !isScanning && !isOver && (
        <Box visibleFrom="md">
          <EmptyState picture="find" message={next} />
        </Box>
      )}
      {doubled && (
        <Notice kind="info">
          {text('camps.already', {
            animal: doubled.reply.animal.name,
            by: doubled.reply.by ?? text('camps.somebody'),
          })}
        </Notice>
      )}
    </>
  )
  if (isOver) {
    return (
      <div className={classes.columns}>
        <Stack miw={0} className={classes.counts ?? ''}>
          {counted}
        </Stack>
        <Stack miw={0}>{entry}</Stack>
        <Stack miw={0} className={classes.whole ?? ''}>
          {countsOf(camp).animals > 0 && <Treated camp={camp} />}
          {opensOffline}
        </Stack>
      </div>
    )
  }
  return (
    <div className={classes.columns}>
      <Stack miw={0}>{entry}</Stack>
      <Stack miw={0}>
        {counted}
        {opensOffline}
      </Stack>
    </div>
  )
}

const nameOf = (camp: HelperCamp, tag: string) => findAnimal(camp, tag)?.name || groupPetId(tag)

function Counter({ camp, unsent }: { camp: HelperCamp; unsent: number }) {
  const text = useText()
  const { animals, works } = countsOf(camp)
  return (
    <TitledCard id="camp-counts" title={text('camps.animals', pluralValues(animals))} gap="xs">
      <Stack component="dl" gap={4} m={0}>
        {camp.kinds.map(({ kind }) => (
          <Group key={kind} justify="space-between" gap="md" wrap="nowrap">
            {/* A count that is named like the button reads as the number of a tag. */}
            <dt>{text(kind === 'tag' ? 'camps.tagsGiven' : CAMP_KIND_TEXTS[kind])}</dt>
            <Text component="dd" fw={600}>
              {formatCount(works[kind])}
            </Text>
          </Group>
        ))}
      </Stack>
      {unsent === 0 ? (
        <Group gap="0 6px" c="dimmed">
          <IconCheck color="var(--active)" size={18} aria-hidden />
          <Text fw={600}>{text('camps.allSent')}</Text>
        </Group>
      ) : (
        <Text c="var(--pending)" fw={600}>
          {text('camps.unsent', pluralValues(unsent))}
        </Text>
      )}
    </TitledCard>
  )
}

/** Lists each animal with what was done there: once a camp is over, its page is about them. */
function Treated({ camp }: { camp: HelperCamp }) {
  const text = useText()
  return (
    <TitledCard title={text('camps.whatWasDone')} gap="xs">
      <PlainList className={classes.treated ?? ''} gap={0}>
        {camp.animals
          .filter(({ done }) => done.length > 0)
          .map(({ tag, name, type, gender, done }) => (
            <li key={tag}>
              <span>
                <strong>{name || groupPetId(tag)}</strong>
                {type && (
                  <Text span c="dimmed">
                    {' '}
                    {shownKind(type, text)} · {text(`camps.${gender}`)}
                  </Text>
                )}
              </span>
              <span>
                {camp.kinds
                  .filter(({ kind }) => done.includes(kind))
                  .map(({ kind }) => text(kind === 'tag' ? 'camps.tagGiven' : CAMP_KIND_TEXTS[kind]))
                  .join(', ')}
              </span>
            </li>
          ))}
      </PlainList>
    </TitledCard>
  )
}

/** Takes a tag as soon as all of its letters are there. */
function TagField({ onTag }: { onTag: (tag: string) => void }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const isWrong = typed.replace(/[\s-]/g, '').length >= PET_ID_LENGTH

  function type(value: string) {
    const tag = normalizePetId(value)
    if (tag) onTag(tag)
    setTyped(tag ? '' : value)
  }

  return (
    <TextInput
      label={text('camps.tagId')}
      size="lg"
      flex={1}
      miw={0}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      error={isWrong && text('problems.tagIdForm')}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

/** True once this page opens without a connection. */
function useKeptPage(hasServiceWorker: boolean): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (!hasServiceWorker) return
    void keepPageOffline()
      .then(setKept)
      .catch((error: unknown) => console.warn('The page will not open offline:', error))
  }, [hasServiceWorker])
  return isKept
}

/** Lets the service worker keep the pages of camps. Resolves to true once they open without a connection. */
export async function keepPageOffline(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  await navigator.serviceWorker.register(SERVICE_WORKER_PATH)
  const { active } = await navigator.serviceWorker.ready
  if (!active) return false
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    active.postMessage('keep', [port2])
  })
}
