import type { Page } from '@playwright/test'

/** Everything typed that the browser stores anywhere. */
export async function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('petsetu')
    // The page has to make it, with its stores.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    const isThere = await new Promise((resolve) => {
      opening.onsuccess = () => resolve(true)
      opening.onerror = () => resolve(false)
    })
    if (!isThere) return JSON.stringify([[], { ...sessionStorage }])
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
