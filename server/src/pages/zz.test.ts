import { test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { aBlankTag, aPet, aUser } from '../../test/factories.ts'
const app = await testApp()
test('x', async () => {
  const pet = await aPet(app.db, await aUser(app.db), { petName: '</script><script>alert(1)</script>' })
  for (const p of ['/', `/pet-detail/${pet.petId}`, `/pet-detail/${await aBlankTag(app.db)}`, '/pet-detail/x', '/login', '/docs', '/docs/', '/find-tag?id=abcd', '/robots.txt', '/.env', '/nothing','/pet-detail/']) {
    const r = await app.fetch(p, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } })
    console.log(p, r.status, Object.fromEntries(r.headers), (await r.text()).replace(/<style>.*?<\/style>/s, '<style/>').slice(0, 3500))
  }
})
