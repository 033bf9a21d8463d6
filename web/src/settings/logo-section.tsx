import { Button, TextInput } from '@mantine/core'
import type { Reply } from '@petsetu/contract/call.ts'
import { foundationCalls, type SavedSettings } from '@petsetu/contract/foundation.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useText } from '../languages/use-text.tsx'
import { changeSite } from '../lib/live-site.ts'
import { request } from '../lib/request.ts'
import { sendForm } from '../lib/send-form.ts'
import { useSave } from '../ui/form/use-save.ts'
import { Logo } from '../ui/layout/logo.tsx'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'
import { storedSettings } from './use-settings-form.ts'

function showLogo({ reply }: { reply: Reply<typeof foundationCalls.setLogo> }, _: unknown, queries: QueryClient) {
  queries.setQueryData(storedSettings.queryKey, reply)
  changeSite({ logo: reply.data.logo })
}

/** Shows the logo, sends another one as soon as it is chosen, and removes it. */
export function LogoSection({ saved: { logo } }: { saved: SavedSettings }) {
  const text = useText()
  const setting = useSave({
    call: foundationCalls.setLogo,
    send: (file: File) => {
      const send = sendForm({ files: [[foundationCalls.setLogo.multipart, file]] })
      return request(foundationCalls.setLogo, { body: {} }, { send })
    },
    onSaved: showLogo,
    success: () => text('settings.logoSent'),
    failure: { fallback: text('settings.logoFailed') },
  })
  const removal = useSave({
    call: foundationCalls.removeLogo,
    send: () => request(foundationCalls.removeLogo, {}),
    confirm: () => ({
      title: text('settings.logoRemoveQuestion'),
      children: text('settings.logoRemoveHow'),
      confirmLabel: text('settings.logoRemove'),
    }),
    onSaved: showLogo,
    success: () => text('settings.logoRemoved'),
    failure: { fallback: text('settings.logoFailed') },
  })

  function choose(input: HTMLInputElement) {
    const file = input.files?.[0]
    if (file) setting.start(file)
    // Emptied, because the browser reports no change if the same file is chosen again.
    input.value = ''
  }

  return (
    <SettingsCard id="logo" title={text('settings.logo')} hint={text('settings.logoHint')}>
      <div className={classes.logo}>
        <figure>
          <Logo size={56} picture={logo} />
          <figcaption className="visually-hidden">{text('settings.logoNow')}</figcaption>
        </figure>
        <TextInput
          className={classes.choose ?? ''}
          type="file"
          label={text('settings.logoChoose')}
          accept="image/jpeg,image/png,image/webp"
          disabled={setting.isBusy}
          onChange={(event) => choose(event.currentTarget)}
        />
        {logo && (
          <Button variant="default" disabled={removal.isBusy} onClick={() => removal.start(undefined)}>
            {text('settings.logoRemove')}
          </Button>
        )}
      </div>
    </SettingsCard>
  )
}
