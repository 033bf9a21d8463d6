import { keepingFocus } from '../../lib/lost-focus.ts'
import { type Submitted, usePlainSubmit } from './use-plain-submit.ts'

/**
 * Runs a form, and is the one way to do so: three hooks have a part each. `useDraftedForm` holds the values and their draft (`usePublicForm`
 * before sign-in), `useSave` makes the change, and `useSubmit` is between the two, from the press of the button to the message. `work` is
 * usually the `save` of `useSave`; its `start` is for a button without fields, and for a form that asks a question first.
 *
 * A second click does nothing. On failure it shows the server's message or `failureText`, shows the fields' messages,
 * focuses the first invalid field, and keeps the input. The button, which is disabled meanwhile, has the focus again afterwards. Spread `formProps` on the `<form>`.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: Submitted<Values>,
  failureText: string,
  work: (values: Values) => Promise<unknown>,
) {
  return usePlainSubmit(form, failureText, keepingFocus(work))
}
