import { setImmediate as turnOver } from 'node:timers/promises'

/**
 * Lets those who ask the same thing at the same time share one answer: whoever comes while it is being looked for waits for the next
 * one, which is looked for after they asked. So the busier the desk, the less a page costs, and nobody gets what was true before.
 */
export function shared<V>(): (question: string, ask: () => Promise<V>) => Promise<V> {
  const underWay = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<V>>()

  async function answerNext(question: string, ask: () => Promise<V>): Promise<V> {
    await underWay.get(question)
    // After all the sockets that can be read by now have been.
    await turnOver()
    next.delete(question)
    const answer = ask()
    const end = answer.then(forget, forget)
    underWay.set(question, end)
    return answer

    function forget(): void {
      if (underWay.get(question) === end) underWay.delete(question)
    }
  }

  return (question, ask) => {
    const answer = next.get(question) ?? answerNext(question, ask)
    next.set(question, answer)
    return answer
  }
}
