import { Button } from '@mantine/core'
import { accountCalls } from '@petsetu/contract/account.ts'
import type { SessionUser } from '@petsetu/contract/auth.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { DownloadButton } from '../ui/table/download-button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

export function PersonalData({ user }: { user: SessionUser }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <p>{text('personalData.downloadHint')}</p>
      <DownloadButton call={accountCalls.downloadData} input={{}} failure={text('personalData.downloadFailed')}>
        {text('personalData.download')}
      </DownloadButton>
      {user.role === 'admin' ? (
        <p>{text('personalData.adminHint')}</p>
      ) : (
        <>
          <p>{text('personalData.deleteHint')}</p>
          <Button
            variant="outline"
            color="heart"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {text('personalData.delete')}
          </Button>
        </>
      )}
      {isAsking && <DeleteAccountDialog username={user.username} onClose={() => setAsking(false)} />}
    </>
  )
}
