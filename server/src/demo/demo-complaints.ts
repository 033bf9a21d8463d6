import type { ComplaintStatus } from '@petsetu/contract/complaints.ts'

export type Money = 'paid' | 'open' | 'failed' | 'refunded' | 'none'

export const COMPLAINTS: {
  type: string
  text: string
  status: ComplaintStatus
  money: Money
  days: number
  file?: 'pdf' | 'png'
  isNameWithheld?: true
}[] = [
  {
    type: 'Cruelty',
    text: 'A dog is chained on a roof all day without shade or water.',
    status: 'pending',
    money: 'paid',
    days: 1,
    file: 'png',
  },
  {
    type: 'Injured or sick stray',
    text: 'A cow with an open wound at the bus stand cannot get up.',
    status: 'pending',
    money: 'paid',
    days: 2,
  },
  {
    type: 'Abandonment',
    text: 'Three puppies were left in a box behind the market.',
    status: 'in_progress',
    money: 'paid',
    days: 4,
    file: 'pdf',
  },
  {
    type: 'Neglect',
    text: 'The parrots in this shop have no water and no room to turn.',
    status: 'in_progress',
    money: 'paid',
    days: 9,
  },
  {
    type: 'Cruelty',
    text: 'Boys throw stones at the cats of our lane every evening.',
    status: 'resolved',
    money: 'paid',
    days: 20,
    isNameWithheld: true,
  },
  {
    type: 'Illegal trade',
    text: 'Star tortoises are sold from a house near the station.',
    status: 'resolved',
    money: 'paid',
    days: 33,
    file: 'pdf',
  },
  {
    type: 'Injured or sick stray',
    text: 'A dog was hit by a car and hides below the bridge.',
    status: 'closed',
    money: 'paid',
    days: 48,
  },
  {
    type: 'Noise or nuisance',
    text: 'The kennel next door is never cleaned, the smell is terrible.',
    status: 'closed',
    money: 'refunded',
    days: 60,
  },
  {
    type: 'Abandonment',
    text: 'An old labrador was tied to the temple gate at night.',
    status: 'pending',
    money: 'open',
    days: 0,
  },
  {
    type: 'Cruelty',
    text: 'A horse is made to pull a cart with a lame leg.',
    status: 'pending',
    money: 'failed',
    days: 3,
  },
  {
    type: 'Neglect',
    text: 'The neighbours have been away for a week, their dog howls.',
    status: 'pending',
    money: 'none',
    days: 6,
  },
  {
    type: 'Injured or sick stray',
    text: 'एक घायल कुत्ता पार्क के गेट के पास पड़ा है।',
    status: 'in_progress',
    money: 'paid',
    days: 11,
    file: 'png',
  },
]
