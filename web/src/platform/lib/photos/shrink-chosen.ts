import { holdSubmit } from '../hold-submit.ts'

type Shrink = (file: File) => Promise<File>

/** Puts a smaller photo into a file field in place of a large one. Its plain form is not sent before. `load` fetches what shrinks it. */
export function shrinkChosen(input: HTMLInputElement, load: () => Promise<Shrink>): void {
  void holdSubmit(input.form, shrink(input, load))
}

async function shrink(input: HTMLInputElement, load: () => Promise<Shrink>): Promise<void> {
  const file = input.files?.[0]
  if (!file?.type.startsWith('image/')) return
  try {
    const smaller = await (await load())(file)
    // Another file may have been chosen meanwhile.
    if (smaller === file || input.files?.[0] !== file) return
    const transfer = new DataTransfer()
    transfer.items.add(smaller)
    input.files = transfer.files
  } catch (error) {
    console.warn('The photo is sent as it is:', error)
  }
}
