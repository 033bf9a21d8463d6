/**
 * A message about the state of a payment. `more` is a second sentence; with `namesFields`, fields show messages of their own; with
 * `asksToLogIn`, a link to the login follows.
 */
export type PayMessage = {
  kind: 'done' | 'failed' | 'info'
  text: string
  more?: string
  namesFields?: true
  asksToLogIn?: true
}
