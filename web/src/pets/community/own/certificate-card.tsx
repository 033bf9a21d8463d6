import { Button, Group, Text } from '@mantine/core'
import { type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { IconFileUpload, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { CallError, request } from '../../../platform/lib/requests/request.ts'
import { sendForm } from '../../../platform/lib/requests/send-form.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { TitledCard } from '../../../platform/ui/layout/card-parts.tsx'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'

type Props = { animal: CommunityAnimal; onSaved: (reply: { data: CommunityAnimal }) => void }

/** The certificate of the sterilisation as a file: its carers and admins open, add, replace and remove it. */
export function CertificateCard({ animal: { id, petName: name, hasCertificateFile }, onSaved }: Props) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const params = { id: String(id) }
  const invalidates = [communityCalls.listAll, communityCalls.wards]
  const addition = useSave({
    call: communityCalls.putCertificateFile,
    async send(file: File) {
      // Phones take photos that are larger than the server accepts.
      const { shrinkDocument } = await import('../../../platform/lib/photos/shrink-document.ts')
      const files: [string, File][] = [['file', await shrinkDocument(file)]]
      return request(communityCalls.putCertificateFile, { params, body: {} }, { send: sendForm({ files }) })
    },
    invalidates,
    onSaved: ({ reply }) => onSaved(reply),
    success: () => text('communityForm.fileStored'),
    failure: { fallback: text('communityForm.fileFailed') },
  })
  const removal = useSave({
    call: communityCalls.deleteCertificateFile,
    send: (_: null) => removeCertificate(id),
    confirm: () => ({
      title: text('communityForm.fileRemoveQuestion', { name }),
      children: text('communityForm.fileRemoveExplanation'),
      confirmLabel: text('communityForm.fileRemove'),
    }),
    invalidates,
    onSaved: ({ reply }) => onSaved(reply),
    failure: { fallback: text('communityForm.fileFailed') },
  })

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? []
    if (file) addition.start(file)
    // The browser reports no change if the same file is chosen again.
    currentTarget.value = ''
  }

  return (
    <TitledCard id="certificate-file" title={text('communityForm.fileTitle')} gap="sm">
      <Text c="dimmed">{text('communityForm.fileHint')}</Text>
      <Text>{text(hasCertificateFile ? 'communityForm.fileStored' : 'communityForm.fileNone')}</Text>
      <input ref={input} type="file" hidden accept="application/pdf,image/jpeg,image/png" onChange={pick} />
      <Group gap="sm">
        {hasCertificateFile && (
          <DownloadButton
            call={communityCalls.certificateFile}
            input={{ params }}
            failure={text('communityForm.fileOpenFailed')}
          >
            {text('communityForm.fileOpen')}
          </DownloadButton>
        )}
        <Button
          variant="default"
          loading={addition.isBusy}
          leftSection={<IconFileUpload size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {text(hasCertificateFile ? 'communityForm.fileReplace' : 'communityForm.fileAdd')}
        </Button>
        {hasCertificateFile && (
          <Button
            variant="subtle"
            color="heart"
            loading={removal.isBusy}
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => removal.start(null)}
          >
            {text('communityForm.fileRemove')}
          </Button>
        )}
      </Group>
    </TitledCard>
  )
}

async function removeCertificate(id: number): Promise<{ reply: { data: CommunityAnimal } }> {
  const params = { id: String(id) }
  try {
    return await request(communityCalls.deleteCertificateFile, { params })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'attachment_not_found')) throw error
    // It is gone already: its removal got no answer, or somebody else has removed it.
    return request(communityCalls.read, { params })
  }
}
