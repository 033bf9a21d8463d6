/**
 * Holds a form back until `work` for one of its fields has ended, and sends it then if somebody wanted to meanwhile. `onHeld` hears of that,
 * perhaps more than once.
 */
export async function holdSubmit(
  form: HTMLFormElement | null,
  work: Promise<unknown>,
  onHeld?: () => void,
): Promise<void> {
  let held: SubmitEvent | undefined
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    event.stopPropagation()
    held = event
    onHeld?.()
  }
  form?.addEventListener('submit', hold, true)
  await work
  form?.removeEventListener('submit', hold, true)
  if (held) form?.requestSubmit(held.submitter)
}
