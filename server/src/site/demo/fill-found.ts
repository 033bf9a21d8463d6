import type { FoundFields } from '@petsetu/contract/pets/found.ts'
import { closeThread, insertMessage } from '../../pets/found/found-queries.ts'
import { reportFound } from '../../pets/found/report-found.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Services } from '../../services.ts'
import { backDated, daysAgo, HOURS, servicesAt } from './back-dated.ts'
import { examplePhone } from './demo-pets.ts'

type Find = {
  pet: string
  hours: number
  told: Partial<FoundFields>
  /** The messages after it, each written so many hours ago. */
  followed: { by: 'owner' | 'finder'; hours: number; message: string }[]
  isHome?: true
  /** The reason why the owner has reported it. */
  reported?: string
  isClosedByAdmin?: true
}

/** The owner of one pet has not read the finder's last message yet; another pet is home again, and three conversations were reported. */
const FINDS: Find[] = [
  {
    pet: 'Raja',
    hours: 9 * HOURS,
    told: {
      message: 'An old dog with your tag sleeps at our gate.',
      place: 'Gate 2, Neem Park society',
      name: 'Deepak',
    },
    followed: [
      { by: 'owner', hours: 9 * HOURS - 1, message: 'Thank you! I am there in ten minutes.' },
      { by: 'finder', hours: 9 * HOURS - 2, message: 'He has had water and waits with the guard.' },
    ],
    isHome: true,
  },
  {
    pet: 'Moti',
    hours: 3,
    told: {
      message: 'Moti is with me at the tea stall. He is well and has eaten a biscuit.',
      place: 'Tea stall opposite Kothrud bus depot',
      name: 'Salma',
      contact: examplePhone(701),
    },
    followed: [
      { by: 'owner', hours: 2.5, message: 'Thank you so much! Can you keep him until six?' },
      { by: 'finder', hours: 2, message: 'Yes, I am here until eight. Ask for Salma.' },
    ],
  },
  {
    pet: 'Sheru',
    hours: 27,
    told: { message: 'I have your dog. Send ₹5,000 first, then I say where.', contact: examplePhone(702) },
    followed: [{ by: 'owner', hours: 26, message: 'Please tell me where he is.' }],
    reported: 'Asks for ₹5,000 before he says where Sheru is.',
  },
  {
    pet: 'Simba',
    hours: 3 * HOURS,
    told: { message: 'Nice dog. When are you not at home?', name: 'A neighbour' },
    followed: [{ by: 'owner', hours: 3 * HOURS - 1, message: 'Who are you? Simba is here with me.' }],
    reported: 'Simba was never away. Somebody wants to know when nobody is at home.',
  },
  {
    pet: 'Leo',
    hours: 12 * HOURS,
    told: { message: 'Your dog barks all night. Shame on you.' },
    followed: [],
    reported: 'Insults me, and has not found Leo.',
    isClosedByAdmin: true,
  },
]

/** Lets finders and owners write to each other about pets. Returns the number of their conversations. */
export async function fillFound(services: Services): Promise<number> {
  for (const [index, { pet, hours, told, followed, isHome, reported, isClosedByAdmin }] of FINDS.entries()) {
    const { id: petNumber, pet_id: petId } = await services.db
      .selectFrom('pets')
      .select(['id', 'pet_id'])
      .where('pet_name', '=', pet)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const report = { petId, form: told, photo: null, ip: `203.0.113.${index + 1}`, language: 'en' as const }
    await reportFound(servicesAt(services, daysAgo(hours / HOURS)), report)
    await inTransaction(services.db, async (transaction) => {
      const { id } = await transaction
        .selectFrom('found_reports')
        .select('id')
        .where('pet_id', '=', petNumber)
        .executeTakeFirstOrThrow()
      for (const { by, hours: ago, message } of followed)
        await insertMessage(backDated(transaction, daysAgo(ago / HOURS)), id, { by }, { message })
      if (isHome) await closeThread(transaction, id, 'home')
      if (isClosedByAdmin) await closeThread(transaction, id, 'closed')
      const lastAt = daysAgo((followed.at(-1)?.hours ?? hours) / HOURS)
      const answeredAt = daysAgo((followed.findLast(({ by }) => by === 'owner')?.hours ?? hours) / HOURS)
      await transaction
        .updateTable('found_reports')
        .set({ last_message_at: lastAt, read_at: answeredAt, ...(isHome && { read_at: lastAt, closed_at: lastAt }) })
        .set(reported ? { abuse_reported_at: lastAt, abuse_reason: reported } : {})
        .where('id', '=', id)
        .execute()
    })
  }
  return FINDS.length
}
