import type { Page } from '@playwright/test'
import { ADMIN, type Site, signUp, tokenOf } from './fixtures.ts'

type Camp = { id: number; counts: { kind: string; sex: string; animals: number }[]; animals: number }

/** A camp with a carer who helps there, and twenty animals of its ward. */
export async function aCamp(site: Site) {
  const token = await tokenOf(site, ADMIN)
  const helper = await signUp(site)
  await site.call('POST', '/api/admin/carers', { login: helper.username }, token)
  const ward = 'Kothrud'
  const place = { ward, landmark: 'Behind the vegetable market' }
  const tags = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const animal = {
        petName: `Kalu ${index}`,
        petType: 'Dog',
        petGender: index < 8 ? 'male' : 'female',
        earNotch: 'left',
      }
      const { data } = await site.call<{ data: { petId: string } }>(
        'POST',
        '/api/community',
        { ...animal, ...place },
        token,
      )
      return data.petId
    }),
  )
  const camp = await site.call<Camp>(
    'POST',
    '/api/admin/camps',
    {
      ...{ name: 'Rabies day', day: '2026-01-31', ward, place: 'Near the school', helpers: [helper.username] },
      kinds: [{ kind: 'rabies', product: 'Raksharab', batch: 'RB-17', valid_until: '2027-01-30' }, { kind: 'tag' }],
    },
    token,
  )
  const read = () => site.call<Camp>('GET', `/api/admin/camps/${camp.id}`, null, token)
  const [blank = ''] = await site.call<string[]>('GET', '/admin/generate-pet-id?numberOfIds=1', null, token)
  return { id: camp.id, helper, tags, blank, read }
}

export async function vaccinate(page: Page, tag: string): Promise<void> {
  await page.getByLabel('Tag ID').fill(tag)
  await page.getByRole('button', { name: /^Rabies vaccination Raksharab/ }).click()
}
