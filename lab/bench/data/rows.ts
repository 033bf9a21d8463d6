// The rows of every table, generated without randomness so that every run measures the same data.
import { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import { petIdOf } from './ids.ts'
import type { Sizes } from './sizes.ts'

/** A cell of a COPY line; null is SQL's NULL. */
type Cell = string | number | boolean | null

export type Table = { name: string; columns: string[]; count: number; row: (n: number) => Cell[] }

const PETS = ['Moti', 'Sheru', 'Bruno', 'Kaju', 'Rani', 'Tiger', 'Laddu', 'Simba', 'Chiku', 'Bholu', 'Mishti', 'Zara']
const PEOPLE = ['Asha Rao', 'Vikram Singh', 'Meera Nair', 'Imran Khan', 'Lakshmi Iyer', 'Rohan Das', 'Fatima Sheikh']
const PLACES = [
  'Andheri, Mumbai',
  'Jayanagar, Bengaluru',
  'Salt Lake, Kolkata',
  'Civil Lines, Jaipur',
  'Adyar, Chennai',
]
const PLANS = 8
const GIFT_PAISE = 50_000
const DAYS = 3_650
const DAY_MS = 86_400_000
// The data covers the ten years before this instant.
const LAST_DAY = Date.UTC(2026, 5, 30)

/** Every table, in the order that foreign keys require. */
export function tables(sizes: Sizes): Table[] {
  const subjects = Object.values(SUBJECTS).map((table) => table(sizes))
  return [users(sizes), plans(), tags(sizes), pets(sizes), ...subjects, ...money(sizes)]
}

/** The table of what is paid for. */
const SUBJECTS: Record<Purpose, (sizes: Sizes) => Table> = {
  complaint: complaints,
  membership: memberships,
  donation: donations,
}

function users({ users: count }: Sizes): Table {
  return {
    name: 'users',
    columns: ['username', 'username_key', 'email', 'email_key', 'password_hash', 'role'],
    count,
    row: (n) => {
      const name = `owner${n}`
      return [name, name, `${name}@example.org`, `${name}@example.org`, 'none', n === 1 ? 'admin' : 'user']
    },
  }
}

function tags({ pets: count }: Sizes): Table {
  return { name: 'tags', columns: ['pet_id', 'bound_at'], count, row: (n) => [petIdOf(n), instant(n, count)] }
}

const PET_COLUMNS =
  'pet_id user_id pet_name owner_name pet_type pet_age pet_gender vaccination_detail vaccination_date deworming_date doctor_name location address contact_details'

function pets({ pets: count, users: userCount }: Sizes): Table {
  return {
    name: 'pets',
    columns: PET_COLUMNS.split(' '),
    count,
    row: (n) => [
      petIdOf(n),
      (n % userCount) + 1,
      `${pick(PETS, n)} ${n % 1_000}`,
      pick(PEOPLE, n),
      n % 3 === 0 ? 'Cat' : 'Dog',
      `${(n % 14) + 1} years`,
      n % 2 === 0 ? 'male' : 'female',
      n % 4 === 0 ? null : 'Anti-rabies and 9 in 1, all doses given',
      n % 4 === 0 ? null : day(n, count),
      n % 5 === 0 ? day(n, count) : null,
      n % 6 === 0 ? null : `Dr. ${pick(PEOPLE, n + 3)}`,
      pick(PLACES, n),
      `${(n % 90) + 1}, Lake Road, near the old bus stand`,
      `${phone(n)}, also on WhatsApp`,
    ],
  }
}

function plans(): Table {
  return {
    name: 'plans',
    columns: ['name', 'category', 'duration_months', 'price_paise', 'description', 'features'],
    count: PLANS,
    row: (n) => [`Plan ${n}`, category(n), n % 2 === 0 ? 12 : 6, priceOf(n), 'For friends of animals', 'Newsletter'],
  }
}

const COMPLAINT_COLUMNS =
  'fullname email phone type_of_complaint location_of_incident date_of_incident description status payment_status payment_paise razorpay_payment_id payment_date created_at'

function complaints({ complaints: count, payments }: Sizes): Table {
  return {
    name: 'complaints',
    columns: COMPLAINT_COLUMNS.split(' '),
    count,
    row: (n) => {
      const payment = paymentOf('complaint', n)
      const paid = payment <= payments && isCaptured(payment)
      return [
        pick(PEOPLE, n),
        `citizen${n}@example.org`,
        phone(n),
        'Injured or sick stray',
        pick(PLACES, n),
        day(n, count),
        'A dog with an injured leg lies beside the road and cannot stand up. People give it water, nobody has taken it in.',
        n > count - count / 10 ? pick(ComplaintStatus.options, n) : n % 50 === 0 ? 'resolved' : 'closed',
        paid ? 'paid' : 'none',
        paid ? 10_000 : null,
        paid ? `pay_bench${payment}` : null,
        paid ? instant(n, count) : null,
        instant(n, count),
      ]
    },
  }
}

const MEMBERSHIP_COLUMNS =
  'plan_id user_id username name email phone address why_join plan_name category duration_months price_paise features status amount_paise razorpay_payment_id start_date expiry_date details_key created_at'

function memberships({ memberships: count, payments, users: userCount }: Sizes): Table {
  return {
    name: 'memberships',
    columns: MEMBERSHIP_COLUMNS.split(' '),
    count,
    row: (n) => {
      const plan = (n % PLANS) + 1
      const payment = paymentOf('membership', n)
      const paid = payment <= payments && isCaptured(payment)
      const user = (n % userCount) + 1
      return [
        plan,
        user,
        `owner${user}`,
        pick(PEOPLE, n),
        `owner${user}@example.org`,
        phone(n),
        '12, Lake Road',
        'I want to help strays',
        `Plan ${plan}`,
        category(plan),
        plan % 2 === 0 ? 12 : 6,
        priceOf(plan),
        'Newsletter',
        paid ? 'active' : n % 3 === 0 ? 'cancelled' : 'pending',
        paid ? priceOf(plan) : 0,
        paid ? `pay_bench${payment}` : null,
        paid ? day(n, count) : null,
        paid ? day(n, count, plan % 2 === 0 ? 364 : 181) : null,
        `bench-details-${n}`,
        instant(n, count),
      ]
    },
  }
}

const DONATION_COLUMNS =
  'name email phone address purpose amount_paise language status razorpay_payment_id paid_at details_key created_at'

function donations({ donations: count, payments }: Sizes): Table {
  return {
    name: 'donations',
    columns: DONATION_COLUMNS.split(' '),
    count,
    row: (n) => {
      const payment = paymentOf('donation', n)
      const paid = payment <= payments && isCaptured(payment)
      return [
        pick(PEOPLE, n),
        `giver${n}@example.org`,
        phone(n),
        '12, Lake Road',
        'Food',
        GIFT_PAISE,
        'en',
        paid ? 'paid' : 'expired',
        paid ? `pay_bench${payment}` : null,
        paid ? instant(n, count) : null,
        `bench-details-${n}`,
        instant(n, count),
      ]
    },
  }
}

const PAISE: Record<Purpose, (subject: number) => number> = {
  complaint: () => 10_000,
  membership: (subject) => priceOf((subject % PLANS) + 1),
  donation: () => GIFT_PAISE,
}

/** The number of the payment of the n-th subject: the purposes take turns. */
function paymentOf(purpose: Purpose, n: number): number {
  const turn = PURPOSES.indexOf(purpose)
  return (turn === 0 ? n : n - 1) * PURPOSES.length + turn
}

/** Orders, and a payment for all but the last tenth. */
function money({ payments: count }: Sizes): Table[] {
  const orders = Math.round(count * 1.1)
  const purpose = (n: number) => PURPOSES[n % PURPOSES.length] ?? 'complaint'
  const subject = (n: number) => Math.ceil(n / PURPOSES.length)
  const paise = (n: number) => PAISE[purpose(n)](subject(n))
  return [
    {
      name: 'payment_orders',
      columns: ['purpose', 'subject_id', 'amount_paise', 'receipt', 'provider_order_id', 'status', 'created_at'],
      count: orders,
      row: (n) => [
        purpose(n),
        subject(n),
        paise(n),
        `bench-${n}`,
        `order_bench${n}`,
        n > count ? 'created' : isCaptured(n) ? 'paid' : 'attempted',
        instant(n, orders),
      ],
    },
    {
      name: 'payments',
      columns:
        'provider_payment_id order_id purpose subject_id amount_paise currency status disposition captured_at created_at'.split(
          ' ',
        ),
      count,
      row: (n) => [
        `pay_bench${n}`,
        n,
        purpose(n),
        subject(n),
        paise(n),
        'INR',
        isCaptured(n) ? 'captured' : 'failed',
        isCaptured(n) ? 'applied' : 'none',
        isCaptured(n) ? instant(n, orders) : null,
        instant(n, orders),
      ],
    },
  ]
}

function isCaptured(payment: number): boolean {
  return payment % 10 !== 0 && payment % 10 !== 9
}

function pick(words: string[], n: number): string {
  return words[n % words.length] ?? ''
}

function category(plan: number): string {
  return plan % 3 === 0 ? 'premium' : 'regular'
}

function priceOf(plan: number): number {
  return 50_000 + plan * 10_000
}

function phone(n: number): string {
  return `+91 98${String(n % 100_000_000).padStart(8, '0')}`
}

/** The time of the n-th of `count` rows, spread evenly over ten years. */
function instant(n: number, count: number): string {
  return new Date(at(n, count)).toISOString()
}

function day(n: number, count: number, daysLater = 0): string {
  return new Date(at(n, count) + daysLater * DAY_MS).toISOString().slice(0, 10)
}

function at(n: number, count: number): number {
  return LAST_DAY - Math.floor(((count - n) / count) * DAYS * DAY_MS)
}
