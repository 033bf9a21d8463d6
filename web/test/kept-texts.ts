/** All that was typed and that the browser stores anywhere; files are shown without content. */
export async function keptTexts(): Promise<string> {
  const opening = indexedDB.open('petsetu')
  // The page has to make it, with its stores.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const opened = await answered(opening).catch(() => null)
  if (!opened) return JSON.stringify([[], { ...sessionStorage }])
  const stores = [...opened.objectStoreNames]
  const found = await Promise.all(stores.map((name) => answered(opened.transaction(name).objectStore(name).getAll())))
  opened.close()
  return JSON.stringify([found, { ...sessionStorage }])
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
