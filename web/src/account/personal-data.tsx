import { Button } from '@mantine/core'
import { accountCalls } from '@petsetu/contract/account.ts'
import type { SessionUser } from '@petsetu/contract/auth.ts'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { DownloadButton } from '../ui/table/download-button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { DownloadDataDialog } from './download-data-dialog.tsx'
import { secondFactorQuery } from './second-factor/second-factor.tsx'

export function PersonalData({ user }: { user: SessionUser }) {
  const text = useText()
  const [asked, setAsked] = useState<'delete' | 'download' | null>(null)
  // Unless it is known, the button asks the server, which says what is missing.
  const hasSecondFactor = Boolean(useQuery(secondFactorQuery).data?.data.enabled_at)
  const close = () => setAsked(null)
  return (
    <>
      <p>{text('personalData.downloadHint')}</p>
      {hasSecondFactor ? (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => setAsked('download')}
        >
          {text('personalData.download')}
        </Button>
      ) : (
        <DownloadButton
          call={accountCalls.downloadData}
          input={{ body: {} }}
          failure={text('personalData.downloadFailed')}
        >
          {text('personalData.download')}
        </DownloadButton>
      )}
      {user.role === 'admin' ? (
        <p>{text('personalData.adminHint')}</p>
      ) : (
        <>
          <p>{text('personalData.deleteHint')}</p>
          <Button
            variant="outline"
            color="heart"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setAsked('delete')}
          >
            {text('personalData.delete')}
          </Button>
        </>
      )}
      {asked === 'delete' && (
        <DeleteAccountDialog username={user.username} hasSecondFactor={hasSecondFactor} onClose={close} />
      )}
      {asked === 'download' && <DownloadDataDialog onClose={close} />}
    </>
  )
}
