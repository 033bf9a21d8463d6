import type { PlanForm } from '@petsetu/contract/plans.ts'

export const demoPlans: PlanForm[] = [
  {
    name: 'Friend',
    category: 'regular',
    duration_months: 12,
    price: 500,
    description: 'For everybody who wants to stand by the animals of the city.',
    features: 'A newsletter every month\nA QR tag for your pet\nInvitations to our open days',
  },
  {
    name: 'Student',
    category: 'regular',
    duration_months: 6,
    price: 150,
    description: 'For students, with an identity card.',
    features: 'A newsletter every month\nVolunteering at weekends',
  },
  {
    name: 'Well-wisher',
    category: 'regular',
    duration_months: 1,
    price: 0,
    description: 'A month to get to know us. It costs nothing.',
    features: 'A newsletter',
  },
  {
    name: 'Guardian',
    category: 'premium',
    duration_months: 12,
    price: 2_500,
    description: 'Feeds and treats one street dog for a year.',
    features:
      'Everything a Friend has\nA yearly health check for your pet\n10 % off at our partner clinics\nA letter from the animal you help',
  },
  {
    name: 'Patron',
    category: 'premium',
    duration_months: 36,
    price: 1_00_000,
    description: 'Carries a kennel of the shelter for three years.',
    features: 'Everything a Guardian has\nYour name at the kennel\nA seat at the yearly meeting',
  },
]
