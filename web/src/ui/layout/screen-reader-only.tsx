/** What only screen readers get of a text such as `Edit<name/>`. The spaces keep it apart from the words beside it. */
export function screenReaderOnly(words: string) {
  return <span className="visually-hidden">&nbsp;{words}&nbsp;</span>
}
