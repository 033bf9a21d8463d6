import { Button } from '@mantine/core'
import { factorCalls } from '@petsetu/contract/factors.ts'
import { counted } from '@petsetu/languages/formats.ts'
import { useState } from 'react'
import { formatLongInstant } from '../../languages/page-text.ts'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showSuccess } from '../../ui/feedback/toast.ts'
import account from '../account-page.module.css'
import { type Change, ChangeSecondFactorForm } from './change-second-factor-form.tsx'

type Props = {
  username: string
  since: string
  codesLeft: number
  onCodes: (codes: string[]) => void
  onChanged: () => unknown
}

const FEW_CODES = 3

/** Since when it is on, and the two things that one can do about it. */
export function SecondFactorIsOn({ username, since, codesLeft, onCodes, onChanged }: Props) {
  const text = useText()
  const [change, setChange] = useState<Change | null>(null)

  async function submit(body: { password: string; code: string }) {
    if (change === 'codes') onCodes((await request(factorCalls.renewCodes, { body })).reply.data.recovery_codes)
    else {
      await request(factorCalls.end, { body })
      showSuccess(text('secondFactor.switchedOff'))
    }
    onChanged()
  }

  return (
    <div className={account.form}>
      <p className={account.text}>{text('secondFactor.isOn', { day: formatLongInstant(since) })}</p>
      <Notice kind={codesLeft <= FEW_CODES ? 'failed' : 'info'} isAlert={false}>
        {text('secondFactor.codesLeft', counted(codesLeft))}
      </Notice>
      {change ? (
        <ChangeSecondFactorForm
          change={change}
          username={username}
          onSubmit={submit}
          onCancel={() => setChange(null)}
        />
      ) : (
        <>
          <Button variant="default" fullWidth onClick={() => setChange('codes')}>
            {text('secondFactor.renewCodes')}
          </Button>
          <Button variant="default" fullWidth onClick={() => setChange('off')}>
            {text('secondFactor.switchOff')}
          </Button>
        </>
      )}
    </div>
  )
}
