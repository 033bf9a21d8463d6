import { expect, test } from 'vitest'
import { isLandmarkText, isWardText, isWithoutContact, NewCommunityAnimal } from './community-form.ts'

// COM-1
test.each([
  'Near the banyan tree, Laxmi Road',
  'Behind the school, lane 3',
  '2nd Lane by the market gate 4',
  'Sector 21 park',
  'Long Lane',
  'मंडई के पास',
  'मारुती मंदिराजवळ, गल्ली ५',
])('%s is a landmark', (typed) => {
  expect(isLandmarkText(typed)).toBe(true)
})

// COM-1
test.each([
  '12 Neem Road',
  '12-A, Neem Road',
  'House 12, Neem Road',
  'H.No. 7 by the temple',
  'Flat B-204',
  'Plot no. 4',
  'Shop #3',
  '4/12 Main Road',
  'मकान नं. १२',
  'फ्लॅट क्र. ७',
  '१२, लक्ष्मी रोड',
  '18.5204, 73.8567',
  '18° 31′ north',
  'lat 18 lon 73',
  'GPS of the gate',
  '7JCMGVF4+2X',
  'Ask Asha 98765 43210',
  'Call +91-98765-43210',
  'Near 411030',
  'asha@example.org',
  'https://maps.example.org/x',
  'goo.gl/maps',
])('%s is too exact for a landmark', (typed) => {
  expect(isLandmarkText(typed)).toBe(false)
})

// COM-1
test('a ward may begin with its number', () => {
  expect(['12', 'Ward 12', '12 - Kasba', 'प्रभाग १२'].filter((typed) => !isWardText(typed))).toEqual([])
  expect(['House 12', '18.5204', '98765 43210'].filter(isWardText)).toEqual([])
})

// COM-2
test('a name holds no phone number and no e-mail address', () => {
  expect(['Moti', 'Moti 2', 'Brownie 2024'].filter((typed) => !isWithoutContact(typed))).toEqual([])
  expect(['Moti 98765 43210', 'Moti asha@example.org', 'मोती ९८७६५४३२१०'].filter(isWithoutContact)).toEqual([])
})

// COM-2
test.each(['petName', 'petType', 'petAge'])('nobody is named with a phone number in %s of a street animal', (field) => {
  const animal = {
    ...{ petName: 'Kalu', petType: 'Dog', petGender: 'male', petAge: '2 years', earNotch: 'left' },
    ...{ ward: 'Kasba Peth', landmark: 'Behind the vegetable market' },
  }
  expect(NewCommunityAnimal.safeParse(animal).success).toBe(true)
  const wrong = NewCommunityAnimal.safeParse({ ...animal, [field]: 'Ask Asha 98765 43210' })
  expect(wrong.error?.issues.map(({ path }) => path)).toEqual([[field]])
})
