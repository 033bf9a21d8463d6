import { today } from '@petsetu/contract/platform/dates.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { useText } from '../platform/languages/use-text.tsx'

type Props = { site: Site; year?: string | undefined }

/** Names the owner and the builder of the site: the last lines of every footer, which lays them out. */
export function Credits({ site, year = today().slice(0, 4) }: Props) {
  const text = useText()
  return (
    <div>
      {/* The year may change between the server's rendering and the hydration. */}
      <p suppressHydrationWarning>{text('frame.rights', { year, foundation: site.foundationName })}</p>
      <p>{site.developerCredit}</p>
    </div>
  )
}
