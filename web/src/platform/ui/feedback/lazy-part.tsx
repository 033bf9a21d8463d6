import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { reloadOnce } from '../../lib/reload-once.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorBox } from './error-box.tsx'

type Options = {
  /** Shown until the part is there. */
  fallback?: ReactNode
  /** Shown instead of a part that failed; by default a message. Null for a part that nobody misses. */
  failed?: ReactNode
}

/** A part of a page whose code is loaded when it is first shown. If that fails, only this part is missing. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback, failed = <PartFailed /> }: Options = {},
): ComponentType<Props> {
  const Part = lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      await reloadOnce()
      throw error
    }
  })
  return function LazyPart(props: Props) {
    return (
      <ErrorBoundary fallback={failed}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

function PartFailed() {
  const text = useText()
  return <ErrorBox message={text('layout.partFailed')} onRetry={() => location.reload()} />
}
