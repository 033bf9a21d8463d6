/** Renders the part of a text such as `Edit<name/>` that only screen readers get. The spaces keep it apart from the words beside it. */
export function screenReaderOnly(words: string) {
  return <span className="visually-hidden">&nbsp;{words}&nbsp;</span>
}
