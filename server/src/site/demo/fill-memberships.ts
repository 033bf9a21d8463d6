import type { User } from '@petsetu/contract/people/users.ts'
import type { Plan, PlanForm } from '@petsetu/contract/supporters/plans.ts'
import { openOrder } from '../../payments/orders/open-order.ts'
import { refundPayment } from '../../payments/refunds/refund-payment.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Services } from '../../services.ts'
import { endMembership } from '../../supporters/memberships/membership-period.ts'
import { activateFreeMembership } from '../../supporters/memberships/membership-purpose.ts'
import { registerMembership } from '../../supporters/memberships/register-membership.ts'
import { daysAgo, HOURS, paidAgo, servicesAt } from './back-dated.ts'
import { examplePhone } from './demo-pets.ts'

/** The features of a plan name no plan of the other category, which is on another page. */
export const demoPlans: PlanForm[] = [
  {
    name: 'Friend',
    category: 'regular',
    duration_months: 12,
    price: 500,
    description: 'For everybody who wants to stand by the animals of the city.',
    features: 'A newsletter every month\nA QR tag for your pet\nInvitations to our open days',
    name_hi: 'मित्र',
    description_hi: 'उन सबके लिए जो शहर के जानवरों का साथ देना चाहते हैं।',
    features_hi: 'हर महीने एक समाचार-पत्र\nआपके पालतू के लिए QR टैग\nहमारे खुले दिनों का न्योता',
    name_mr: 'मित्र',
    description_mr: 'शहरातल्या प्राण्यांच्या पाठीशी उभे राहू इच्छिणाऱ्या प्रत्येकासाठी.',
    features_mr: 'दर महिन्याला वार्तापत्र\nतुमच्या पाळीव प्राण्यासाठी QR टॅग\nआमच्या खुल्या दिवसांचे आमंत्रण',
  },
  {
    name: 'Student',
    category: 'regular',
    duration_months: 6,
    price: 150,
    description: 'For students, with an identity card.',
    features: 'A newsletter every month\nVolunteering at weekends',
    name_hi: 'विद्यार्थी',
    description_hi: 'विद्यार्थियों के लिए, पहचान पत्र के साथ।',
    features_hi: 'हर महीने एक समाचार-पत्र\nसप्ताहांत में स्वयंसेवा',
    name_mr: 'विद्यार्थी',
    description_mr: 'विद्यार्थ्यांसाठी, ओळखपत्रासह.',
    features_mr: 'दर महिन्याला वार्तापत्र\nशनिवार-रविवारी स्वयंसेवा',
  },
  {
    name: 'Well-wisher',
    category: 'regular',
    duration_months: 1,
    price: 0,
    description: 'A month to get to know us. It costs nothing.',
    features: 'A newsletter',
    name_hi: 'शुभचिंतक',
    description_hi: 'हमें जानने के लिए एक महीना। बिल्कुल मुफ़्त।',
    features_hi: 'एक समाचार-पत्र',
    name_mr: 'हितचिंतक',
    description_mr: 'आम्हाला ओळखण्यासाठी एक महिना. अगदी मोफत.',
    features_mr: 'एक वार्तापत्र',
  },
  {
    name: 'Guardian',
    category: 'premium',
    duration_months: 12,
    price: 2_500,
    description: 'Feeds and treats one street dog for a year.',
    features:
      'A newsletter every month\nA yearly health check for your pet\n10% off at our partner clinics\nA letter from the animal you help',
    name_hi: 'संरक्षक',
    description_hi: 'एक साल तक गली के एक कुत्ते का खाना और इलाज।',
    features_hi:
      'हर महीने एक समाचार-पत्र\nआपके पालतू की सालाना स्वास्थ्य जाँच\nहमारे साथी क्लीनिकों में 10% की छूट\nजिस जानवर की आप मदद करते हैं, उसकी ओर से एक चिट्ठी',
    name_mr: 'पालक',
    description_mr: 'रस्त्यावरच्या एका कुत्र्याचे वर्षभराचे अन्न आणि उपचार.',
    features_mr:
      'दर महिन्याला वार्तापत्र\nतुमच्या पाळीव प्राण्याची वार्षिक आरोग्य तपासणी\nआमच्या सहयोगी दवाखान्यांत 10% सवलत\nतुम्ही मदत करता त्या प्राण्याकडून एक पत्र',
  },
  {
    name: 'Patron',
    category: 'premium',
    duration_months: 36,
    price: 1_00_000,
    description: 'Carries a kennel of the shelter for three years.',
    features: 'Everything a Guardian has\nYour name at the kennel\nA seat at the yearly meeting',
    name_hi: 'आश्रयदाता',
    description_hi: 'तीन साल तक आश्रय-गृह के एक बाड़े का खर्च उठाता है।',
    features_hi: 'संरक्षक योजना की हर सुविधा\nबाड़े पर आपका नाम\nसालाना बैठक में एक सीट',
    name_mr: 'आश्रयदाता',
    description_mr: 'निवारागृहातल्या एका खोलीचा तीन वर्षांचा खर्च.',
    features_mr: 'पालक योजनेतले सर्व काही\nखोलीवर तुमचे नाव\nवार्षिक सभेत एक जागा',
  },
]

type Fate = 'paid' | 'failed' | 'open' | 'refunded' | 'cancelled' | 'paid twice' | 'paid, and once more begun'

/** Purchases with their buyer, plan, age in days and outcome. A buyer of -1 is a visitor without an account. */
const PURCHASES: { buyer: number; plan: string; days: number; fate: Fate }[] = [
  { buyer: 0, plan: 'Friend', days: 400, fate: 'paid' },
  { buyer: 0, plan: 'Friend', days: 40, fate: 'paid' },
  { buyer: 4, plan: 'Guardian', days: 12, fate: 'paid' },
  { buyer: 1, plan: 'Student', days: 165, fate: 'paid' },
  { buyer: 1, plan: 'Student', days: 300, fate: 'refunded' },
  { buyer: 2, plan: 'Guardian', days: 350, fate: 'paid' },
  { buyer: 7, plan: 'Well-wisher', days: 5, fate: 'paid' },
  { buyer: 3, plan: 'Patron', days: 90, fate: 'paid' },
  { buyer: 4, plan: 'Friend', days: 3, fate: 'open' },
  { buyer: 4, plan: 'Student', days: 2, fate: 'failed' },
  { buyer: 5, plan: 'Friend', days: 1, fate: 'paid, and once more begun' },
  { buyer: 6, plan: 'Guardian', days: 60, fate: 'cancelled' },
  { buyer: -1, plan: 'Friend', days: 200, fate: 'paid' },
  { buyer: -1, plan: 'Student', days: 130, fate: 'paid' },
  { buyer: -1, plan: 'Guardian', days: 0, fate: 'paid twice' },
]

/** Creates memberships in every status, with payments in every status. Returns their number. */
export async function fillMemberships(services: Services, users: User[], plans: Plan[]): Promise<number> {
  for (const [index, { buyer, plan: planName, days, fate }] of PURCHASES.entries()) {
    const plan = plans.find(({ name }) => name === planName)
    if (!plan) throw new Error(`The demo has no plan ${planName}`)
    const user = users[buyer]
    const details = {
      plan_id: plan.id,
      name: user ? capitalized(user.username) : `Visitor ${index}`,
      email: user?.email ?? `visitor${index}@example.org`,
      phone: examplePhone(index + 200),
      address: '14 Neem Lane, Pune',
      why_join: 'I want to help the animals in my street.',
      is_another: true,
    }
    const at = daysAgo(days + index / HOURS)
    const then = servicesAt(services, at)
    const membership = await registerMembership(then.db, details, user ?? null, 'en')
    if (membership.pricePaise === 0) {
      await inTransaction(then.db, (transaction) =>
        activateFreeMembership(transaction, services.enqueueMail, membership.id),
      )
    } else {
      await meetFate(then, membership.id, membership.pricePaise, fate, at)
    }
  }
  return PURCHASES.length
}

async function meetFate(services: Services, id: number, amountPaise: number, fate: Fate, at: Date): Promise<void> {
  const open = () => openOrder(services.payments, { purpose: 'membership', subjectId: id, amountPaise })
  const order = await open()
  if (fate === 'open') return
  if (fate === 'failed') return void (await paidAgo(services, order, 'failed', at))
  const { paymentId } = await paidAgo(services, order, 'captured', at)
  // A second payment is kept as surplus and shown to the admin; an authorised one is returned by the provider.
  if (fate === 'paid twice') await paidAgo(services, await open(), 'captured', at)
  if (fate === 'paid, and once more begun') await paidAgo(services, await open(), 'authorized', at)
  if (fate === 'refunded') await refundPayment(services.payments, paymentId, null)
  if (fate === 'cancelled') await inTransaction(services.db, (transaction) => endMembership(transaction, id))
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
