import { expect, test } from 'vitest'
import { messagesOf } from '../../test/messages-of.ts'
import { NewPet, PetForm } from './pet-schemas.ts'
import { PublicPet, petCalls } from './pets.ts'

const FORM = {
  petName: 'Moti',
  petType: 'Dog / Cat / anything',
  petAge: 'about 3',
  petGender: 'male',
  location: 'Pune',
  address: '12 Neem Road\nnear the well',
  contactDetails: '+91 98765 43210',
}

const messages = (form: unknown) => messagesOf(PetForm, form)

// PET-2
test('each required field that is missing has a message of its own', () => {
  expect(messages({})).toEqual({
    petName: 'Pet name is required',
    petType: 'Pet type is required',
    petAge: 'Pet age is required',
    petGender: 'Gender is required',
    location: 'Location is required',
    address: 'Address is required',
    contactDetails: 'Contact details are required',
  })
})

// PET-2
test('a number copied with direction marks around it is taken as contact details', () => {
  expect(PetForm.parse({ ...FORM, contactDetails: '\u202a+91 98765 43210\u202c' })).toEqual(FORM)
})

// PET-2
test('an end before its vaccination is told beside fields that are still empty', () => {
  const days = { vaccinationDate: '2026-02-01', vaccinationValidUntil: '2026-01-31' }
  expect(messages({ ...FORM, petName: '', petGender: '', ...days })).toEqual({
    petName: 'Pet name is required',
    petGender: 'Gender must be male or female',
    vaccinationValidUntil: 'This is before the date it was given',
  })
  expect(messages({ ...days, vaccinationValidUntil: '31 January' })).not.toMatchObject({
    vaccinationValidUntil: 'This is before the date it was given',
  })
})

// PET-2
test('the other fields are optional: left out, empty or null', () => {
  expect(PetForm.parse(FORM)).toEqual(FORM)
  const optional = Object.keys(PetForm.shape).filter((field) => !(field in FORM))
  expect(optional).toHaveLength(11)
  for (const empty of ['', null]) {
    const form = { ...FORM, ...Object.fromEntries(optional.map((field) => [field, empty])) }
    expect(PetForm.parse(form)).toEqual({ ...FORM, ...Object.fromEntries(optional.map((field) => [field, null])) })
  }
})

// PET-1
test('each text has a length of its own, and not one letter more', () => {
  const lengths = {
    ...{ petName: 100, ownerName: 100, petType: 60, petAge: 40, doctorName: 100 },
    ...{ treatmentDetail: 1_000, vaccinationDetail: 1_000, sterilizationDetail: 1_000, dewormingDetail: 1_000 },
    ...{ location: 200, address: 500, contactDetails: 300 },
  }
  for (const [field, max] of Object.entries(lengths)) {
    expect(messages({ ...FORM, [field]: 'x'.repeat(max) }), field).toEqual({})
    expect(messages({ ...FORM, [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: expect.stringContaining(`must be at most ${max} characters long`),
    })
  }
})

// PET-1
test('the age is text, the gender male or female', () => {
  expect(messages({ ...FORM, petAge: 3 })).toEqual({ petAge: 'Pet age must be text' })
  for (const petGender of ['Male', 'other', '', 1, null])
    expect(messages({ ...FORM, petGender })).toEqual({ petGender: 'Gender must be male or female' })
  for (const petGender of ['male', 'female']) expect(messages({ ...FORM, petGender })).toEqual({})
})

// PET-3
test('the type is free text', () => {
  for (const petType of ['Dog', 'Cat', 'मोर', 'African grey']) expect(messages({ ...FORM, petType })).toEqual({})
  expect(messages({ ...FORM, petType: 'x'.repeat(61) })).toEqual({
    petType: 'Pet type must be at most 60 characters long',
  })
})

// PET-1, PET-2
test('each date is checked under its own name', () => {
  const dates = ['treatmentDate', 'vaccinationDate', 'sterilizationDate', 'dewormingDate']
  for (const field of dates) {
    expect(messages({ ...FORM, [field]: '2026-02-30' })).toEqual({
      [field]: expect.stringMatching(/must be a date like/),
    })
    expect(messages({ ...FORM, [field]: '2024-02-29' })).toEqual({})
  }
})

// PET-11
test('unknown fields are dropped, and the tag, too, in an update', () => {
  expect(PetForm.parse({ ...FORM, id: 1, petId: 'ABCDEFGHJKLM', userId: 2, role: 'admin', treatment: 'x' })).toEqual(
    FORM,
  )
})

// PET-16
test('a new pet may name its blank tag in any notation; an invalid ID is rejected', () => {
  expect(NewPet.parse({ ...FORM, petId: 'abcd-efgh jklm' }).petId).toBe('ABCDEFGHJKLM')
  for (const petId of [undefined, null]) expect(NewPet.parse({ ...FORM, petId }).petId).toBe(petId)
  for (const petId of ['', 'ABCD', '1', 7, {}]) expect(NewPet.safeParse({ ...FORM, petId }).success).toBe(false)
})

// PET-12
test('a pet is identified by its internal id or its tag ID, never by both', () => {
  const { params } = petCalls.read
  expect(params.parse({ id: '42' })).toEqual({ id: { id: 42 } })
  expect(params.parse({ id: 'abcd-efgh-jklm' })).toEqual({ id: { petId: 'ABCDEFGHJKLM' } })
  expect(params.parse({ id: '222233334444' })).toEqual({ id: { petId: '222233334444' } })
  for (const id of ['', '0', '-1', '1.5', '1e3', '99999999999', 'abc', undefined, 42])
    expect.soft(params.safeParse({ id }).success, String(id)).toBe(false)
})

// PET-12, PET-1
test('the public fields are all fields of a pet without id and account', () => {
  const fields = Object.keys(PublicPet.shape)
  expect(fields).toEqual(
    expect.arrayContaining([...Object.keys(PetForm.shape), 'petId', 'treatment', 'vaccination', 'sterilization']),
  )
  expect(fields.filter((field) => /^id$|user|email|created|updated/i.test(field))).toEqual([])
})
