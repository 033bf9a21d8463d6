const BATCH_ROWS = 1_000

/**
 * Changes any number of rows by batches, since one statement over very many would run into the time-out. `changeBatch` changes at most `limit`
 * of those that are left, and returns how many.
 */
export async function changeInBatches(changeBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await changeBatch(BATCH_ROWS)) > 0);
}
