import { CAMP_KINDS, type CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import type { CampAnimal, HelperCamp, WorkReply } from '@petsetu/contract/pets/camps/camps.ts'
import type { Queued } from './camp-store.ts'

/** The camp with what waits to be sent, as its helper has to see it. */
export function withQueue(camp: HelperCamp, queue: Queued[]): HelperCamp {
  return queue.filter(({ refusal }) => refusal === null).reduce((before, { deed }) => withDeed(before, deed), camp)
}

/** The camp after the server has taken a deed. */
export function withSent(camp: HelperCamp, { deed }: Queued, reply: WorkReply | undefined): HelperCamp {
  const after = withDeed(camp, deed)
  if (!reply) return after
  return {
    ...after,
    animals: after.animals.map((one) => (one.tag === reply.animal.tag ? { ...one, ...reply.animal } : one)),
  }
}

function withDeed(camp: HelperCamp, deed: Queued['deed']): HelperCamp {
  if (deed.type === 'animal')
    return changeAnimal(camp, deed.animal.tag, (one) => ({ ...one, ...deed.animal, done: withKind(one.done, 'tag') }))
  if (deed.type === 'work')
    return changeAnimal(camp, deed.tag, (one) => ({ ...one, done: withKind(one.done, deed.kind) }))
  return changeAnimal(camp, deed.tag, (one) => ({ ...one, done: one.done.filter((kind) => kind !== deed.kind) }))
}

/** An animal that this phone does not know has no name here. */
function changeAnimal(camp: HelperCamp, tag: string, change: (animal: CampAnimal) => CampAnimal): HelperCamp {
  const known = findAnimal(camp, tag)
  const changed = change(known ?? { tag, name: '', type: '', gender: 'female', done: [] })
  const animals = known ? camp.animals.map((one) => (one === known ? changed : one)) : [...camp.animals, changed]
  return { ...camp, animals }
}

const withKind = (done: CampKind[], kind: CampKind) => (done.includes(kind) ? done : [...done, kind])

export const findAnimal = (camp: HelperCamp, tag: string): CampAnimal | null =>
  camp.animals.find((one) => one.tag === tag) ?? null

export type Counts = { animals: number; works: Record<CampKind, number> }

/** Counts the animals that had something done, and each kind of work. */
export function countsOf({ animals }: HelperCamp): Counts {
  const works = Object.fromEntries(
    CAMP_KINDS.map((kind) => [kind, animals.filter(({ done }) => done.includes(kind)).length]),
  ) as Record<CampKind, number>
  return { animals: animals.filter(({ done }) => done.length > 0).length, works }
}
