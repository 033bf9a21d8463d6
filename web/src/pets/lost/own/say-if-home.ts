import { CallError } from '../../../platform/lib/requests/request.ts'
import { showFailure } from '../../../platform/ui/feedback/toast.ts'

/** Throws a failure on. A toast says that the pet came home meanwhile: the form that would say so is gone. */
export function sayIfHome(error: unknown): never {
  if (error instanceof CallError && error.code === 'changed_meanwhile') showFailure(error.message)
  throw error
}
