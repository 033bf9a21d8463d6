import { Textarea, type TextareaProps } from '@mantine/core'
import type { Ref } from 'react'
import classes from './growing-textarea.module.css'

type Props = Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'rows'> & {
  ref?: Ref<HTMLTextAreaElement>
  minRows: number
  maxRows?: number
}

/**
 * A textarea that grows with its text, between so many lines. The style sheet does it: the component library measures a copy of the text at each
 * keystroke. In a browser that can't, it has `minRows` lines, and a person draws it larger.
 */
export function GrowingTextarea({ minRows, maxRows, ...props }: Props) {
  return (
    <Textarea
      {...props}
      rows={minRows}
      classNames={{ input: classes.input ?? '' }}
      style={{ '--rows-min': minRows, ...(maxRows && { '--rows-max': maxRows }) }}
    />
  )
}
