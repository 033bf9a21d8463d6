/** All that was typed and that the browser stores anywhere; files are shown without content. */
export async function keptTexts(): Promise<string> {
  const opened = await answered(indexedDB.open('petsetu'))
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
