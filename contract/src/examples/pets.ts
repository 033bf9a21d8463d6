import type { Examples } from './example.ts'

const EXAMPLE_CAMP = {
  name: 'Rabies day in Kothrud',
  day: '2026-01-31',
  ward: 'Kothrud',
  place: 'Near the vegetable market',
  kinds: [
    {
      kind: 'rabies' as const,
      product: 'Raksharab',
      batch: 'RB-17',
      valid_until: '2027-01-30',
      vet: 'Dr. Rao',
    },
    { kind: 'tag' as const },
  ],
}

const EXAMPLE_WORK = 'rabies-of-kalu-2026-01-31'

export const petsExamples = {
  care: {
    list: { params: { id: '1' } },
    create: {
      params: { id: '1' },
      body: {
        kind: 'rabies',
        product: 'Nobivac Rabies',
        day: '2026-03-05',
        valid_until: '2027-03-05',
        vet: 'Dr. Rao',
        note: 'Left hind leg',
      },
    },
    update: {
      params: { id: '1', careId: '1' },
      body: { kind: 'rabies', product: 'Raksharab', day: '2026-01-31', valid_until: '2027-01-31' },
    },
    delete: { params: { id: '1', careId: '1' } },
    calendar: { params: { id: '1' } },
    readFeed: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-a' } },
  },
  community: {
    register: {
      body: {
        petName: 'Kalu',
        petType: 'Dog',
        petGender: 'male',
        ward: 'Kasba Peth',
        landmark: 'Behind the vegetable market',
        earNotch: 'left',
        sterilisedOn: '2026-01-31',
        sterilisedBy: 'City Animal Hospital',
        recognitionNo: 'AWBI-77',
        certificateNo: 'C-12',
        rabiesOn: '2026-01-31',
        rabiesValidUntil: '2027-01-31',
      },
    },
    read: { params: { id: '2' } },
    change: {
      params: { id: '2' },
      body: {
        petName: 'Kalu',
        petType: 'Dog',
        petGender: 'male',
        ward: 'Kasba Peth',
        landmark: 'By the bus stand',
        earNotch: 'left',
        status: 'moved',
      },
    },
    see: { params: { petId: 'ABCDEFGHJKLM' }, body: { area: 'Kasba Peth' } },
    certificate: { params: { petId: 'ABCDEFGHJKLM' } },
    sightings: { params: { id: '2' } },
    putCertificateFile: { params: { id: '2' }, body: {} },
    certificateFile: { params: { id: '2' } },
    deleteCertificateFile: { params: { id: '2' } },
    adopt: { params: { id: '2' }, body: { login: 'meera' } },
    nameCarer: { body: { login: 'meera' } },
    removeCarer: { params: { userId: '2' } },
    listCarersOf: { params: { id: '2' } },
    addCarer: { params: { id: '2' }, body: { login: 'meera' } },
    dropCarer: { params: { id: '2', userId: '2' } },
  },
  scans: {
    list: { params: { id: '1' } },
  },
  pets: {
    create: {
      body: {
        petName: 'Moti',
        petType: 'Dog',
        petAge: '3 years',
        petGender: 'male',
        vaccinationDetail: 'Rabies',
        vaccinationDate: '2026-01-31',
        location: 'Shivaji Nagar, Pune',
        address: '12 Neem Road',
        contactDetails: '+91 98765 43210',
        shown: { ownerName: true, contact: true, area: true, address: false, medical: true, vet: true },
      },
    },
    chooseShown: { body: { shown: { address: false }, ids: [1] } },
    read: { params: { id: '1' } },
    update: {
      params: { id: '1' },
      body: {
        petName: 'Moti',
        petType: 'Dog',
        petAge: '4 years',
        petGender: 'male',
        location: 'Kothrud, Pune',
        address: '8 Tank Street',
        contactDetails: '+91 98765 43210',
      },
    },
    delete: { params: { id: '1' } },
    deleteAny: { params: { id: '1' } },
  },
  photos: {
    add: { params: { id: '1' }, body: {} },
    order: { params: { id: '1' }, body: { order: [1] } },
    remove: { params: { id: '1', photoId: '1' } },
  },
  lost: {
    mark: {
      params: { id: '1' },
      body: {
        since: '2026-01-31',
        area: 'Kothrud, Pune',
        note: 'White left forepaw, red collar, shy.',
        reward: 2000,
        listed: true,
      },
    },
    end: { params: { id: '1' } },
  },
  prints: {
    poster: { params: { id: '1' } },
    card: { params: { id: '1' } },
  },
  found: {
    report: {
      params: { petId: '23456789ABCD' },
      body: { message: 'Moti is at the temple and well.', place: 'Parvati, Pune', name: 'Asha' },
    },
    write: {
      params: { token: 'Zm91bmQtZXhhbXBsZS1mb3VuZC1leGFtcGxlLWZvdW5' },
      body: { message: 'We wait here.' },
    },
    readAsFinder: { params: { token: 'Zm91bmQtZXhhbXBsZS1mb3VuZC1leGFtcGxlLWZvdW5' } },
    read: { params: { id: '1' } },
    markRead: { params: { id: '1' } },
    answer: { params: { id: '1' }, body: { message: 'I am coming.' } },
    close: { params: { id: '1' } },
    mute: { params: { id: '1' } },
    reportAbuse: { params: { id: '1' }, body: { reason: 'Asks for money first.' } },
    openReported: { params: { id: '1' }, body: { reason: 'The owner reported threats.' } },
    closeAny: { params: { id: '1' } },
    deleteAny: { params: { id: '1' } },
  },
  tags: {
    sheet: { query: { petIds: '23456789ABCD,EFGHJKLMNPQR' } },
    generate: { query: { numberOfIds: '2', batchName: 'Pune camp, November' } },
  },
  camps: {
    open: { params: { id: '1' } },
    addWork: {
      params: { id: '1' },
      body: { key: EXAMPLE_WORK, tag: 'ABCDEFGHJKLM', kind: 'rabies', at: '2026-01-31T05:30:00.000Z' },
    },
    registerAnimal: {
      params: { id: '1' },
      body: {
        key: 'tag-of-rani-2026-01-31',
        tag: 'EFGHJKLMNPQR',
        at: '2026-01-31T06:00:00.000Z',
        name: 'Rani',
        type: 'Dog',
        gender: 'female',
      },
    },
    undoWork: { params: { id: '1', key: EXAMPLE_WORK } },
  },
  campAdmin: {
    read: { params: { id: '1' } },
    create: { body: EXAMPLE_CAMP, idempotencyKey: 'camp-of-the-example' },
    update: { params: { id: '1' }, body: { ...EXAMPLE_CAMP, place: 'In the hall of the market' } },
    delete: { params: { id: '1' } },
    csv: { params: { id: '1' } },
    report: { params: { id: '1' } },
  },
} satisfies Examples<
  'care' | 'community' | 'scans' | 'pets' | 'photos' | 'lost' | 'prints' | 'found' | 'tags' | 'camps' | 'campAdmin'
>
