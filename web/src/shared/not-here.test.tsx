import { allCalls } from '@petsetu/contract/calls.ts'
import type { ShellPage } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../test/account-server.ts'
import { rejected } from '../../test/fake-server.ts'
import { OWNER, openPage } from '../../test/open-page.tsx'
import { sampleAddress } from '../../test/sample-replies.ts'

// FND-3, FND-4, CAR-1
test.each<ShellPage>(['care', 'lostPet', 'foundThread'])(
  'a mail about %s that another account got says who is logged in',
  async (name) => {
    const server = serverOfAccount()
    for (const call of allCalls) {
      if (call.method === 'GET' && call.path.includes('{'))
        server.on(call, rejected(404, 'pet_not_found', 'Pet not found'))
    }
    await openPage(sampleAddress(name), { as: OWNER, server })
    await expect.element(page.getByText(/is not here any more/)).toBeVisible()
    await expect.element(page.getByText(`You are logged in as ${OWNER.username}.`, { exact: false })).toBeVisible()
  },
)
