import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { TextButton } from '../../platform/ui/form/text-button.tsx'

type Props = {
  to: string
  afterMs: number
  /** Says where the page leads in a moment. */
  children: ReactNode
}

const SIGNS_OF_USE = ['keydown', 'pointerdown', 'wheel'] as const

/**
 * Leads to the next page after a moment in which it is seen. It replaces the history entry, so that Back skips the form. Whoever does anything here, or says
 * so by the button, stays for as long as they like.
 */
export function LeaveLater({ to, afterMs, children }: Props) {
  const text = useText()
  const [isStaying, setStaying] = useState(false)
  useEffect(() => {
    if (isStaying) return
    const stay = () => setStaying(true)
    let timer = 0
    // Whoever pays in another app sees the success first.
    const count = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = window.setTimeout(() => location.replace(to), afterMs)
    }
    count()
    document.addEventListener('visibilitychange', count)
    for (const sign of SIGNS_OF_USE) addEventListener(sign, stay, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', count)
      for (const sign of SIGNS_OF_USE) removeEventListener(sign, stay)
    }
  }, [isStaying, to, afterMs])
  return (
    <>
      {/* It is there from the start, so that nothing else moves under the finger that taps. */}
      <a href={to}>{text('checkout.goOn')}</a>
      {/* Its place stays, too: a page that is scrolled to its end would move up. */}
      <span style={isStaying ? { visibility: 'hidden' } : undefined}>
        <br />
        {children} <TextButton onClick={() => setStaying(true)}>{text('checkout.stay')}</TextButton>
      </span>
    </>
  )
}
