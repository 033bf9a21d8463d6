import type { Site } from '@petsetu/contract/site/site.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { callHref } from '../platform/lib/call-href.ts'
import styles from './helpline.module.css'

/** A link that calls the foundation's helpline, with a line that says when; nothing where there is no helpline. */
export function Helpline({ site: { helplinePhone }, when }: { site: Site; when: string }) {
  const text = useText()
  return (
    helplinePhone && (
      <a className={styles.helpline} href={callHref(helplinePhone)}>
        <img src="/door-helpline.svg" width="48" height="48" alt="" loading="lazy" />
        <span>
          <small>{when}</small> {text('helpline.call')} <b>{helplinePhone}</b>
        </span>
      </a>
    )
  )
}
