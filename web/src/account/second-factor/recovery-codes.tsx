import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { saveFile } from '../../lib/save-file.ts'
import account from '../account-page.module.css'
import classes from './second-factor.module.css'

/** New recovery codes, which nothing shows again. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const save = () => saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <div className={account.form}>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        {text('secondFactor.codes')}
      </h3>
      <p className={account.text}>{text('secondFactor.codesShownOnce')}</p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button variant="default" fullWidth onClick={save}>
        {text('secondFactor.saveCodes')}
      </Button>
      <Button fullWidth onClick={onKept}>
        {text('secondFactor.codesKept')}
      </Button>
    </div>
  )
}
