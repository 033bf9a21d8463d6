import type { Page } from '@playwright/test'

/** Everything typed that the browser stores anywhere. */
export async function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('petsetu')
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const stores = [...opening.result.objectStoreNames]
    const found = await Promise.all(
      stores.map(
        (name) =>
          new Promise((resolve) => {
            const reading = opening.result.transaction(name).objectStore(name).getAll()
            reading.onsuccess = () => resolve(reading.result)
          }),
      ),
    )
    opening.result.close()
    return JSON.stringify([found, { ...sessionStorage }])
  })
}
