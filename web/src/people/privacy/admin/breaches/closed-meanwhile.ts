import { CallError } from '../../../../platform/lib/requests/request.ts'
import { showFailure } from '../../../../platform/ui/feedback/toast.ts'

/** Throws a failure on. A toast says that the breach was closed meanwhile: the form that would say so is gone. */
export function sayIfClosed(error: unknown): never {
  if (error instanceof CallError && error.code === 'breach_closed') showFailure(error.message)
  throw error
}
