import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import classes from '../case.module.css'

type Props = { heading: string; isOpen?: boolean; children: ReactNode }

/** Folds what few cases need behind its name. One that was open at first stays so until somebody closes it. */
export function Folded({ heading, isOpen = false, children }: Props) {
  const id = useId()
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <section aria-labelledby={id}>
      <details className={classes.folded} open={isOpenAtFirst}>
        <summary className={fold.unfolds}>
          <Title order={3} id={id} size="1rem" lh="inherit">
            {heading}
          </Title>
        </summary>
        <Stack>{children}</Stack>
      </details>
    </section>
  )
}
